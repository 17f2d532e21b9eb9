"""A small client of the mock for its own tests: written from the wire formats, not from the server.

A format turns a neutral talk into a request body, and a body or a stream into an Answer.  The talk
is a list of ("user", text), ("answer", Answer), ("results", [(call, text)...]).
"""
import http.client
import json
import subprocess

KEYS = {"Authorization": "Bearer k", "x-api-key": "k", "anthropic-version": "2023-06-01", "x-goog-api-key": "k",
        "Content-Type": "application/json"}
TOOL = {"type": "object", "properties": {"source": {"type": "string"}}, "required": ["source"],
        "additionalProperties": False}


class Answer:
    """text, reasoning, calls [(id, name, arguments)], stop, usage in the provider's words; raw to send back."""

    def __init__(self):
        self.text, self.reasoning, self.calls, self.stop, self.usage, self.raw = "", "", [], None, None, None
        self.error = None


def events(body):
    """(name, data text) of each event; comments are dropped."""
    for block in body.replace("\r\n", "\n").split("\n\n"):
        name, data = None, []
        for line in block.split("\n"):
            if line.startswith("event:"):
                name = line[6:].strip()
            if line.startswith("data:"):
                data.append(line[5:].strip())
        if data:
            yield name, "\n".join(data)


class Chat:
    name, path, field = "chat", "/v1/chat/completions", "reasoning_content"

    def body(self, talk, stream, **more):
        messages = [{"role": "system", "content": "You write kernels."}]
        for kind, value in talk:
            if kind == "user":
                messages.append({"role": "user", "content": value})
            elif kind == "answer":
                messages.append(value.raw)
            else:
                messages += [{"role": "tool", "tool_call_id": call[0], "content": text} for call, text in value]
        body = {"model": "m", "messages": messages,
                "tools": [{"type": "function",
                           "function": {"name": "run_kernel", "parameters": TOOL, "strict": True}}]}
        if stream:
            body.update(stream=True, stream_options={"include_usage": True})
        return {**body, **more}

    def url(self, stream):
        return self.path

    def whole(self, root):
        a, choice = Answer(), root["choices"][0]
        self.fill(a, choice["message"])
        a.stop, a.usage = choice["finish_reason"], root.get("usage")
        return a

    def fill(self, a, message):
        a.raw = message
        a.text, a.reasoning = message.get("content") or "", message.get(self.field) or ""
        a.calls = [(c.get("id"), c["function"]["name"], c["function"]["arguments"])
                   for c in message.get("tool_calls", [])]

    def stream(self, body):
        a, message, calls, done = Answer(), {"role": "assistant", "content": ""}, {}, False
        for _, data in events(body):
            if data == "[DONE]":
                done = True
                continue
            chunk = json.loads(data)
            if "error" in chunk:
                a.error = chunk["error"]
                return a
            a.usage = chunk.get("usage") or a.usage
            for choice in chunk.get("choices", []):
                a.stop = choice["finish_reason"] or a.stop
                self.join(message, calls, choice["delta"])
        if calls:
            message["tool_calls"] = [calls[i] for i in sorted(calls)]
        assert done, "no [DONE]"
        self.fill(a, message)
        return a

    def join(self, message, calls, delta):
        message["content"] += delta.get("content") or ""
        if self.field in delta:
            empty = [] if isinstance(delta[self.field], list) else ""
            message[self.field] = message.get(self.field, empty) + delta[self.field]
        for part in delta.get("tool_calls", []):
            if part["index"] not in calls:
                calls[part["index"]] = {k: v for k, v in part.items() if k != "index"}
            else:
                calls[part["index"]]["function"]["arguments"] += part["function"]["arguments"]

    def opaque(self, raw):
        """Where the opaque field is: (container, key)."""
        return raw, self.field

    def expected_usage(self):
        return {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107,
                "prompt_tokens_details": {"cached_tokens": 64}, "completion_tokens_details": {"reasoning_tokens": 3}}

    stops = ("tool_calls", "stop")
    error_type = {429: "requests", 503: "server_error", 529: "server_error"}


class OpenRouter(Chat):
    name, path, field = "openrouter", "/api/v1/chat/completions", "reasoning_details"

    def fill(self, a, message):
        super().fill(a, message)
        a.reasoning = "".join(d.get("text", "") for d in message.get(self.field, []))


class Responses:
    name, path = "responses", "/v1/responses"

    def body(self, talk, stream, **more):
        items = []
        for kind, value in talk:
            if kind == "user":
                items.append({"role": "user", "content": value})
            elif kind == "answer":
                items += value.raw
            else:
                items += [{"type": "function_call_output", "call_id": call[0], "output": text} for call, text in value]
        return {"model": "m", "store": False, "include": ["reasoning.encrypted_content"], "stream": stream,
                "instructions": "You write kernels.", "input": items,
                "tools": [{"type": "function", "name": "run_kernel", "strict": True, "parameters": TOOL}], **more}

    def url(self, stream):
        return self.path

    def whole(self, root):
        a = Answer()
        a.raw, a.usage, a.stop = root["output"], root["usage"], root["status"]
        for item in root["output"]:
            if item["type"] == "message":
                a.text += "".join(part["text"] for part in item["content"])
            elif item["type"] == "reasoning":
                a.reasoning += "".join(part["text"] for part in item["summary"])
            else:
                a.calls.append((item["call_id"], item["name"], item["arguments"]))
        return a

    def stream(self, body):
        a, text, arguments, done, number = None, "", {}, [], 0
        for name, data in events(body):
            event = json.loads(data)
            if name == "mock.unknown_event":
                continue
            assert name == event["type"], name
            if name == "error":
                a = Answer()
                a.error = event
                return a
            assert event["sequence_number"] == number, "sequence_number"
            number += 1
            if name == "response.output_text.delta":
                text += event["delta"]
            elif name == "response.function_call_arguments.delta":
                arguments[event["output_index"]] = arguments.get(event["output_index"], "") + event["delta"]
            elif name == "response.output_item.done":
                done.append(event["item"])
            elif name in ("response.completed", "response.incomplete"):
                a = self.whole(event["response"])
        assert a, "no response.completed"
        assert a.raw == done and a.text == text, "deltas and items differ"
        assert [c[2] for c in a.calls] == [arguments[i] for i in sorted(arguments)], "argument deltas"
        return a

    def opaque(self, raw):
        return next(item for item in raw if item["type"] == "reasoning"), "encrypted_content"

    def expected_usage(self):
        return {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 7,
                "output_tokens_details": {"reasoning_tokens": 3}, "total_tokens": 107}

    stops = ("completed", "completed")
    error_type = Chat.error_type


class Messages:
    name, path = "messages", "/v1/messages"

    def body(self, talk, stream, **more):
        messages = []
        for kind, value in talk:
            if kind == "user":
                messages.append({"role": "user", "content": value})
            elif kind == "answer":
                messages.append({"role": "assistant", "content": value.raw})
            else:
                messages.append({"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": call[0], "content": text} for call, text in value]})
        return {"model": "m", "max_tokens": 8000, "system": "You write kernels.", "stream": stream,
                "thinking": {"type": "adaptive"}, "messages": messages,
                "tools": [{"name": "run_kernel", "description": "simulate", "input_schema": TOOL}], **more}

    def url(self, stream):
        return self.path + "?beta=true"

    def whole(self, root):
        a = Answer()
        a.raw, a.usage, a.stop = root["content"], root["usage"], root["stop_reason"]
        for block in root["content"]:
            if block["type"] == "text":
                a.text += block["text"]
            elif block["type"] == "thinking":
                a.reasoning += block["thinking"]
            elif block["type"] == "tool_use":
                a.calls.append((block["id"], block["name"], json.dumps(block["input"], separators=(",", ":"))))
        return a

    def stream(self, body):
        message, partial, stopped = None, {}, False
        for name, data in events(body):
            event = json.loads(data)
            kind = event["type"]
            assert name == kind, name
            if kind == "error":
                a = Answer()
                a.error = event["error"]
                return a
            if kind == "message_start":
                message = event["message"]
            elif kind == "content_block_start":
                assert event["index"] == len(message["content"])
                message["content"].append(event["content_block"])
            elif kind == "content_block_delta":
                self.join(message["content"][event["index"]], partial, event)
            elif kind == "message_delta":
                message.update(event["delta"])
                assert message["usage"]["input_tokens"] == event["usage"]["input_tokens"], "usage at the start"
                message["usage"].update(event["usage"])
            elif kind == "message_stop":
                stopped = True
        for index, text in partial.items():
            message["content"][index]["input"] = json.loads(text)
        assert stopped, "no message_stop"
        return self.whole(message)

    def join(self, block, partial, event):
        delta = event["delta"]
        if delta["type"] == "input_json_delta":
            partial[event["index"]] = partial.get(event["index"], "") + delta["partial_json"]
        else:
            key = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}[delta["type"]]
            block[key] += delta[key]

    def opaque(self, raw):
        return next(block for block in raw if block["type"] == "thinking"), "signature"

    def expected_usage(self):
        return {"input_tokens": 36, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 64,
                "output_tokens": 7}

    stops = ("tool_use", "end_turn")
    error_type = {429: "rate_limit_error", 503: "api_error", 529: "overloaded_error"}


class Gemini:
    name = "gemini"

    def body(self, talk, stream, **more):
        contents = []
        for kind, value in talk:
            if kind == "user":
                contents.append({"role": "user", "parts": [{"text": value}]})
            elif kind == "answer":
                contents.append({"role": "model", "parts": value.raw})
            else:
                contents.append({"role": "user", "parts": [
                    {"functionResponse": {"id": call[0], "name": call[1], "response": {"result": text}}}
                    for call, text in value]})
        return {"systemInstruction": {"parts": [{"text": "You write kernels."}]}, "contents": contents,
                "generationConfig": {"thinkingConfig": {"includeThoughts": True}},
                "tools": [{"functionDeclarations": [{"name": "run_kernel", "description": "simulate",
                                                     "parametersJsonSchema": TOOL}]}], **more}

    def url(self, stream):
        verb = "streamGenerateContent?alt=sse" if stream else "generateContent"
        return f"/v1beta/models/m:{verb}"

    path = "/v1beta/models/m:generateContent"

    def whole(self, root):
        a, candidate = Answer(), root["candidates"][0]
        a.stop, a.usage = candidate["finishReason"], root.get("usageMetadata")
        self.fill(a, candidate["content"]["parts"])
        return a

    def fill(self, a, parts):
        a.raw = parts
        for part in parts:
            if "functionCall" in part:
                call = part["functionCall"]
                a.calls.append((call.get("id"), call["name"], json.dumps(call["args"], separators=(",", ":"))))
            elif part.get("thought"):
                a.reasoning += part["text"]
            else:
                a.text += part["text"]

    def stream(self, body):
        a, parts = Answer(), []
        for _, data in events(body):
            root = json.loads(data)
            if "error" in root:
                a.error = root["error"]
                return a
            for candidate in root.get("candidates", []):
                parts += candidate["content"]["parts"]
                a.stop = candidate.get("finishReason", a.stop)
            a.usage = root.get("usageMetadata", a.usage)
        assert a.stop, "no finishReason"
        self.fill(a, parts)
        return a

    def opaque(self, raw):
        return next(part for part in raw if "thoughtSignature" in part), "thoughtSignature"

    def expected_usage(self):
        return {"promptTokenCount": 100, "cachedContentTokenCount": 64, "candidatesTokenCount": 4,
                "thoughtsTokenCount": 3, "totalTokenCount": 107}

    stops = ("STOP", "STOP")
    error_type = {429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE", 529: "UNAVAILABLE"}


FORMATS = [Chat(), OpenRouter(), Responses(), Messages(), Gemini()]


class Mock:
    """The server as a context manager; its standard input is a pipe, so that it ends with us."""

    def __init__(self, program, script, *options):
        self.process = subprocess.Popen([program, "--script", script, "--life", "120", *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.url = self.process.stdout.readline().decode().strip()
        self.port = int(self.url.rsplit(":", 1)[1]) if self.url else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        status = self.process.wait(timeout=20)
        self.errors = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        assert status == 0, f"kc-mock ended with {status}: {self.errors}"

    def connect(self, timeout=20):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def send(self, path, body, headers=None, method="POST", connection=None):
        """(status, headers, bytes)."""
        own = connection or self.connect()
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        try:
            own.request(method, path, data, KEYS if headers is None else headers)
            answer = own.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        finally:
            if not connection:
                own.close()

    def ask(self, fmt, talk, stream, **more):
        """The Answer, or a refusal as (status, error text)."""
        status, _, data = self.send(fmt.url(stream), fmt.body(talk, stream, **more))
        if status != 200:
            return status, data.decode()
        return fmt.stream(data.decode()) if stream else fmt.whole(json.loads(data))

    def stats(self):
        return json.loads(self.send("/stats", None, method="GET")[2])
