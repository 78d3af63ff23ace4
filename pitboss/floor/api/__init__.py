"""The floor's way in for programs: an HTTP API, and a WebSocket for each table.

Theory of operation
1. Whoever asks shows a token, `Authorization: Bearer …`. No cookie counts here, so no other site's page can act in
   somebody's name. The pages have a cookie of their own (`auth`).
2. Everything that comes in passes one gate first (`gate`): the right host, the right origin, a body that is not too
   large. Everything that goes out leaves by it, with the headers that keep a browser careful.
3. Whatever is refused is answered by a problem document (`problems`), with the section of the rule that refused it.
4. What a person may see is `Seen`, and `stream` sends it whenever it has changed. The API adds nothing to it.
5. Who asks too often is told when to come again (`limits`).
"""
