"""Has the official client of the Model Context Protocol speak with `rez mcp`, and prints a line of JSON for each answer that
is not as it should be."""

import asyncio
import json
import re
import sys

from mcp import Client, StdioServerParameters

rez, folder = sys.argv[1:]
n_answers = 0


def fail(name, what):
    print(json.dumps({"name": name, "what": f"MCP: {what}"}))


async def call(client, tool, **arguments):
    global n_answers
    n_answers += 1
    # The client holds what comes against the schemas of the protocol.
    result = await client.call_tool(tool, arguments)
    return result.is_error, result.content


async def ask(client, tool, **arguments):
    is_error, content = await call(client, tool, **arguments)
    if is_error:
        fail(tool, f"{arguments}: {content[0].text}")
    return content


async def talk(client):
    tools = (await client.list_tools()).tools
    for tool in tools:
        if not tool.description or tool.input_schema["type"] != "object":
            fail(tool.name, "it is not described")

    # All pages together have each file once.
    files, page = [], " goes on."
    while page.rstrip().endswith(" goes on."):
        [text] = await ask(client, "list_files", offset=len(files))
        page, n_before = text.text, len(files)
        files += re.findall(r"^\| (.*)  [\d.,]+ \w+$", page, re.MULTILINE)
        if len(files) == n_before:
            break
    if len(files) < 10 or len(set(files)) != len(files):
        fail("list_files", f"{len(files)} files")

    for file in files:
        is_error, content = await call(client, "overview", file=file)
        if len(content[0].text.encode()) > 6000:
            fail(file, "the overview is too long")
        for tool in [] if is_error else ["tree", "findings", "list_scripts", "assets"]:
            await ask(client, tool, file=file)

    place = next(file for file in files if file.endswith("rbxbinary/valid/nested.rbxm"))
    path = "Outer/Inner/Brick"
    [said] = await ask(client, "query", file=place, selector="Part and not Anchored", properties=["Size.X"])
    if said.text != "| [Part] Outer/Brick  Size.X = 1\n":
        fail("query", said.text)
    await ask(client, "set", file=place, path=path, property="Anchored", value=False)
    [changed] = await ask(client, "diff", file=place)
    if "Anchored: true → false" not in changed.text:
        fail("diff", changed.text)
    await ask(client, "undo", file=place)
    content = await ask(client, "picture", file=place, path=path, size=64)
    if content[-1].type != "image" or not content[-1].data.startswith("iVBORw0KGgo"):
        fail("picture", "there is none")
    is_error, _ = await call(client, "overview", file="../outside.rbxm")
    if not is_error:
        fail("overview", "it reads outside of the folder")
    print(json.dumps({"counts": {"tools": len(tools), "files": len(files), "answers": n_answers}}))


async def main():
    # In the ways of the protocol before and since 2026-07-28.
    for mode in ["legacy", "auto"]:
        async with Client(StdioServerParameters(command=rez, args=["mcp", folder, "--write"]), mode=mode) as client:
            await talk(client)


asyncio.run(main())
