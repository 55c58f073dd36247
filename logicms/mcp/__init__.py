"""The door for language models: the commands as tools of the Model Context Protocol (MCP), and texts to learn from.

`server` speaks the protocol, by the SDK (the extra `mcp`); `texts` are the resources: grammar, lessons, examples. What
a tool takes and answers, and who answers it, is given: `web.tools` gives the commands of the service, so that a tool's
arguments, limits and answers are the same as over HTTP.
"""
