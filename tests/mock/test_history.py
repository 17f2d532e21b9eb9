#!/usr/bin/env python3
"""The mock server's tool loop, and what it must refuse: test_history.py KC-MOCK.

The expected values stand in testing.py and in client.py, which is written from the wire formats.
"""
import functools
import sys

from client import FORMATS, KEYS
from testing import (ANSWERS, SCRIPT, USER, after, check_answer, error_of, refused, results, run_tests, serve)


def check_loop(mock, fmt, stream):
    talk = USER
    for answer, stop in zip(ANSWERS, (fmt.stops[0], fmt.stops[0], fmt.stops[1])):
        got = mock.ask(fmt, talk, stream)
        assert not isinstance(got, tuple), got
        check_answer(got, answer, fmt, stop)
        talk = after(talk, got)
    status, text = mock.ask(fmt, talk[:-1] + [("user", "And now?")], stream)
    assert status == 400 and "has no answer 3" in text, text


def check_echo_missing(mock, fmt):
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    del container[key]
    words = {"messages": "Field required", "chat": "missing or misplaced", "openrouter": "missing or misplaced"}
    refused(mock, fmt, after(USER, got), words.get(fmt.name, "field is missing"))


def check_echo_removed(mock, fmt):
    """Without the whole block of reasoning."""
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    if isinstance(got.raw, dict):
        del got.raw[key]
    elif fmt.name == "gemini":
        del container["thoughtSignature"]
    else:
        got.raw.remove(container)
    refused(mock, fmt, after(USER, got), "missing")


def check_echo_changed(mock, fmt):
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    if isinstance(container[key], list):
        container[key][0]["signature"] += "A"
    else:
        container[key] = container[key][:-3] + "B" + container[key][-2:]
    refused(mock, fmt, after(USER, got), "changed")


def check_echo_misplaced(mock, fmt):
    got = mock.ask(fmt, USER, False)
    if isinstance(got.raw, dict):
        return "one message has no places"
    container, key = fmt.opaque(got.raw)
    if fmt.name == "gemini":
        got.raw[-1][key] = container.pop(key)
    else:
        got.raw.remove(container)
        got.raw.append(container)
    talk = after(USER, got)
    refused(mock, fmt, talk, "missing")
    return None


def check_echo_of_earlier_turns(mock, fmt):
    """Reasoning of the first answer must still be there two answers later."""
    first = mock.ask(fmt, USER, False)
    talk = after(USER, first)
    second = mock.ask(fmt, talk, False)
    container, key = fmt.opaque(first.raw)
    container[key] = "QUJD" if isinstance(container[key], str) else container[key][:0]
    refused(mock, fmt, after(talk, second), "answer 0")


def check_result_missing(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got)[:1])], "has none")


def check_result_order(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got)[::-1])], "order")


def check_result_unknown(mock, fmt):
    got = mock.ask(fmt, USER, False)
    call, text = results(got)[0]
    wrong = [(("other", "other", call[2]), text)] + results(got)[1:]
    refused(mock, fmt, USER + [("answer", got), ("results", wrong)], "order")


def check_result_twice(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got) + results(got)[:1])], "no call")


def check_result_left_out(mock, fmt):
    refused(mock, fmt, USER + [("answer", mock.ask(fmt, USER, False)), ("user", "relu, please")], "has none")


def check_result_first(mock, fmt):
    """A result before any call, in the turn of the user."""
    result = ("results", [(("c1", "run_kernel", "{}"), "x")])
    body = fmt.body([result], False)
    if fmt.name == "messages":
        body["messages"][0]["content"].append({"type": "text", "text": "relu"})
    elif fmt.name == "gemini":
        body["contents"][0]["parts"].append({"text": "relu"})
    else:
        body = fmt.body(USER + [result], False)
    status, _, data = mock.send(fmt.url(False), body)
    assert status == 400 and "no call" in error_of(fmt, data)[1], data


def check_stateless(mock, fmt):
    """Another server with the same script says the same bytes, and takes the first one's history."""
    got = mock.ask(fmt, USER, False)
    with serve(SCRIPT) as other:
        again = other.ask(fmt, USER, False)
        assert again.raw == got.raw
        check_answer(other.ask(fmt, after(USER, got), False), ANSWERS[1], fmt, fmt.stops[0])


# What a request must have


def edits():
    """(format, words of the refusal, status, change of body or headers)."""
    tool_list = [{"type": "function", "function": {"name": "bad name", "parameters": {"type": "object"}}}]
    loose = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"],
             "additionalProperties": False}
    open_schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}, "required": ["a"],
                   "additionalProperties": False}

    listed = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object"}}}, "required": ["a"],
              "additionalProperties": False}

    def chat_tool(schema):
        return [{"type": "function", "function": {"name": "t", "strict": True, "parameters": schema}}]

    def flat_tool(schema):
        return [{"type": "function", "name": "t", "strict": True, "parameters": schema}]

    everywhere = [("not JSON", b"{", 400, "JSON"), ("not UTF-8", b'{"a":"\xff"}', 400, "JSON"),
                  ("an array", b"[]", 400, "object")]
    for fmt in FORMATS:
        for what, data, status, word in everywhere:
            yield fmt, what, word, status, data, {}
        yield fmt, "no key", "key", 401, {}, {"Authorization": None, "x-api-key": None, "x-goog-api-key": None}
        yield fmt, "no type", "Content-Type", 400, {}, {"Content-Type": "text/plain"}
    for fmt, field, words in ((FORMATS[0], "model", "model"), (FORMATS[0], "messages", "messages"),
                              (FORMATS[2], "model", "model"), (FORMATS[2], "input", "input"),
                              (FORMATS[3], "model", "model: Field required"),
                              (FORMATS[3], "max_tokens", "max_tokens: Field required"),
                              (FORMATS[3], "messages", "messages"), (FORMATS[4], "contents", "contents")):
        yield fmt, f"no {field}", words, 400, {field: None}, {}
    chat, _, responses, messages, gemini = FORMATS
    yield chat, "tool name", "tool name", 400, {"tools": tool_list}, {}
    yield chat, "strict: required", "Missing 'b'", 400, {"tools": chat_tool(loose)}, {}
    yield chat, "strict: nested", "additionalProperties", 400, {"tools": chat_tool(open_schema)}, {}
    yield chat, "strict: in arrays", "additionalProperties", 400, {"tools": chat_tool(listed)}, {}
    yield chat, "two caps", "max_completion_tokens", 400, {"max_tokens": 1, "max_completion_tokens": 1}, {}
    yield chat, "stream_options", "stream_options", 400, {"stream_options": {"include_usage": True}}, {}
    yield chat, "role", "Supported values", 400, {"messages": [{"role": "robot", "content": "relu"}]}, {}
    yield chat, "ends with assistant", "end with a user", 400, {"messages": [
        {"role": "user", "content": "relu"}, {"role": "assistant", "content": "x"}]}, {}
    yield responses, "strict: required", "Missing 'b'", 400, {"tools": flat_tool(loose)}, {}
    yield responses, "nested tool", "tools[0].name", 400, {"tools": chat_tool(loose)}, {}
    yield responses, "foreign field", "Unsupported parameter", 400, {"max_tokens": 5}, {}
    yield responses, "item type", "Invalid value", 400, {"input": [{"type": "thing"}]}, {}
    yield responses, "state", "not found", 400, {"previous_response_id": "resp_1"}, {}
    yield messages, "no version", "anthropic-version", 400, {}, {"anthropic-version": None}
    yield messages, "version", "not a valid version", 400, {}, {"anthropic-version": "2020-01-01"}
    yield messages, "temperature", "not permitted", 400, {"temperature": 1}, {"anthropic-version": "2026-10-21"}
    yield messages, "temperature, thinking", "may only be set to 1", 400, {"temperature": 0.5}, {}
    yield messages, "budget", "budget_tokens", 400, {"thinking": {"type": "enabled", "budget_tokens": 8000}}, {}
    yield messages, "blank text", "non-empty", 400, {"messages": [
        {"role": "user", "content": [{"type": "text", "text": " "}]}]}, {}
    yield messages, "roles", "alternate", 400, {"messages": [{"role": "user", "content": "relu"}] * 2}, {}
    yield messages, "thread", "no state", 400, {"thread": {"type": "create"}}, {}
    yield messages, "no schema", "input_schema", 400, {"tools": [{"name": "t"}]}, {}
    yield messages, "schema type", "type: \"object\"", 400, {"tools": [
        {"name": "t", "input_schema": {"properties": {}}}]}, {}
    yield gemini, "foreign field", "Unknown name", 400, {"messages": []}, {}
    yield gemini, "no parts", "parts", 400, {"contents": [{"role": "user", "parts": []}]}, {}
    yield gemini, "response", "must be an object", 400, {"contents": [{"role": "user", "parts": [
        {"functionResponse": {"name": "t", "response": "text"}}]}]}, {}


def check_edit(mock, fmt, word, status, body, headers):
    if isinstance(body, dict):
        base = fmt.body(USER, False)
        base.update(body)
        body = {k: v for k, v in base.items() if v is not None}
    sent = {k: v for k, v in {**KEYS, **headers}.items() if v is not None}
    got, _, data = mock.send(fmt.url(False), body, sent)
    assert got == status, (got, data)
    assert word in error_of(fmt, data)[1], data


def tests(mock):
    for fmt in FORMATS:
        for stream in (False, True):
            yield f"{fmt.name} loop, stream {stream}", functools.partial(check_loop, mock, fmt, stream)
        for name, check in list(globals().items()):
            if name.startswith(("check_echo", "check_result_", "check_stateless")):
                yield f"{fmt.name} {name[6:]}", functools.partial(check, mock, fmt)
    for fmt, what, word, status, body, headers in edits():
        yield f"{fmt.name} refuses {what}", functools.partial(check_edit, mock, fmt, word, status, body, headers)


with serve(SCRIPT) as server:
    STATUS = run_tests(tests(server))
sys.exit(STATUS)
