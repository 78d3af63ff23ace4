"""The library for AI assistants: a server of the Model Context Protocol.

Theory of operation
1. Each verb of `pitboss.library.requests` is a tool. Its input and output schemas are those of the typed models, so an
   assistant receives the same JSON as `pitboss … --json`.
2. A tool runs in a process of its own, with a limit on time and on memory. A request that the client cancels, or that
   exceeds a limit, ends with its process; the server goes on.
3. Sections of the regulation are resources: pitboss://chapter/2008-06-01/1.4(e).
4. There is no tool for a table in play: section 8.1 forbids such help.
"""
