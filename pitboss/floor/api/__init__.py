"""The floor's interface for programs: an HTTP API, and a WebSocket for each table.

Theory of operation
1. A client authenticates with `Authorization: Bearer TOKEN`. Cookies are ignored here, so another site's page cannot
   act in a user's name. The web pages have their own cookie (`auth`).
2. Every request passes the gate (`gate`), which checks the host, the origin and the size of the body. It also adds
   security headers to every response.
3. Every refusal is a problem document (`problems`) that cites the rule's section.
4. A person sees exactly what `Seen` contains; `stream` sends it whenever it changes.
5. Clients that send too many requests are refused, with the time to retry (`limits`).
"""
