import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Response of the fake: an object, any text, or an error. */
export type ModelScript =
  | { write: unknown }
  | {
      fault:
        | 'hang'
        | 'refuse'
        | 'server-error'
        | 'no-json'
        | 'endless'
        | 'redirect'
        | 'half'
        | 'too-often'
        | 'bad-request'
    }

/** A received request. */
export type ModelQuestion = { path: string; key: string; body: Record<string, unknown>; text: string }

/** A fake model with the APIs of three providers. */
export type ModelFake = {
  origin: string
  /** For `LLM_BASE_URL`. */
  baseUrl: string
  questions: ModelQuestion[]
  /** Sets the response, or a function that returns it. */
  answerWith(script: ModelScript | ((question: ModelQuestion) => ModelScript)): void
  close(): Promise<void>
}

/** Starts a fake of `POST …/chat/completions`, `…/responses` (OpenAI) and `…/messages` (Anthropic). */
export async function startModelFake(): Promise<ModelFake> {
  let script: ModelScript | ((question: ModelQuestion) => ModelScript) = { fault: 'server-error' }
  const questions: ModelQuestion[] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.toArray()).join('')
    const question = {
      path: request.url ?? '',
      key: String(request.headers['authorization'] ?? request.headers['x-api-key'] ?? ''),
      body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
      text,
    }
    questions.push(question)
    const act = typeof script === 'function' ? script(question) : script
    if ('fault' in act) return showFault(act.fault, response)
    const written = typeof act.write === 'string' ? act.write : JSON.stringify(act.write)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(inManner(question, written)))
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: `${origin}/v1`,
    questions,
    answerWith: (next) => void (script = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function showFault(fault: (ModelScript & { fault: string })['fault'], response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case 'hang':
      return
    case 'refuse':
      return void response.writeHead(401, json).end('{"error":{"message":"wrong key sk-canary-key","type":"auth"}}')
    case 'server-error':
      return void response
        .writeHead(500, { ...json, 'retry-after-ms': '1' })
        .end('{"error":{"message":"broken","type":"server_error"}}')
    case 'bad-request':
      return void response
        .writeHead(400, json)
        .end('{"error":{"message":"response_format is not supported","type":"invalid_request_error"}}')
    case 'too-often':
      return void response
        .writeHead(429, { ...json, 'retry-after-ms': '1' })
        .end('{"error":{"message":"slow down","type":"rate_limit"}}')
    case 'no-json':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
    case 'redirect':
      return void response.writeHead(307, { location: '/elsewhere' }).end()
    case 'half':
      response.writeHead(200, { ...json, 'content-length': '5000' }).write('{"id":"')
      return void setTimeout(() => response.destroy(), 20)
    case 'endless': {
      response.writeHead(200, json)
      const timer = setInterval(() => response.write('x'.repeat(262_144)), 1)
      return void response.on('close', () => clearInterval(timer)).on('error', () => undefined)
    }
  }
}

function inManner({ path, body }: ModelQuestion, text: string): object {
  const model = body['model']
  if (path.endsWith('/messages')) {
    const tools = body['tools'] as { name: string }[] | undefined
    const content = tools
      ? { type: 'tool_use', id: 'tool-1', name: tools[0]!.name, input: JSON.parse(text) }
      : { type: 'text', text }
    const usage = { input_tokens: 1, output_tokens: 1 }
    return {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      model,
      content: [content],
      stop_reason: tools ? 'tool_use' : 'end_turn',
      usage,
    }
  }
  if (path.endsWith('/responses')) {
    const message = {
      type: 'message',
      id: 'm1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }
    return {
      id: 'r1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model,
      output: [message],
      usage: { input_tokens: 1, output_tokens: 1 },
    }
  }
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model,
    choices,
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}
