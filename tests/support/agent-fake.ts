import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A conversation as seen by the fake agent service. */
export type AgentCall = {
  /** Messages sent by the page, oldest first; audio chunks are only counted. */
  messages: { type?: string; [name: string]: unknown }[]
  /** Number of audio chunks from the microphone. */
  soundChunks: number
  isOpen: boolean
  say(text: string): void
  /** Sends a transcript of the visitor's speech. */
  transcribe(text: string): void
  callTool(name: string, parameters: object): void
  /** Sends half a second of a quiet tone. */
  sound(): void
  hangUp(): void
  /** Destroys the connection. */
  drop(): void
}

/** Behaviors of the fake agent service. */
export type AgentBehaviour =
  | 'answer'
  | 'no-records'
  | 'refuse-key'
  | 'broken-json'
  | 'foreign-address'
  | 'refuse-socket'
  | 'silent'

/** A fake of the voice agent service: signs URLs and speaks the observed WebSocket protocol. */
export type AgentFake = {
  baseUrl: string
  calls: AgentCall[]
  /** API keys of requests for a signed URL, oldest first. */
  keys: string[]
  behave(behaviour: AgentBehaviour): void
  /** Call records by conversation id: the duration in seconds, or the status. */
  talked: Map<string, number | 'initiated' | 'in-progress'>
  close(): Promise<void>
}

/** @see https://www.rfc-editor.org/rfc/rfc6455 */
export async function startAgentFake(): Promise<AgentFake> {
  let behaviour: AgentBehaviour = 'answer'
  const calls: AgentCall[] = []
  const keys: string[] = []
  const sockets = new Set<Duplex>()
  const talked: AgentFake['talked'] = new Map()
  let named = 0

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const conversationId = /^\/v1\/convai\/conversations\/(\w+)$/.exec(url.pathname)?.[1]
    if (conversationId && behaviour === 'no-records') return response.writeHead(503).end()
    const record = talked.get(conversationId ?? '')
    if (record !== undefined) {
      const [status, seconds] = typeof record === 'number' ? ['done', record] : [record, 0]
      return response.end(JSON.stringify({ status, metadata: { call_duration_secs: seconds }, transcript: [] }))
    }
    if (url.pathname !== '/v1/convai/conversation/get-signed-url') return response.writeHead(404).end()
    keys.push(String(request.headers['xi-api-key']))
    if (behaviour === 'refuse-key') return response.writeHead(401).end('{"detail":"no"}')
    if (behaviour === 'broken-json') return response.end('<html>')
    const host = behaviour === 'foreign-address' ? 'evil.example' : request.headers.host
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        signed_url: `ws://${host}/v1/convai/conversation?agent_id=${url.searchParams.get('agent_id')}&conversation_signature=s&conversation_id=conv_${(named += 1)}`,
      }),
    )
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    if (behaviour === 'refuse-socket') return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\nsec-websocket-protocol: convai\r\n\r\n`,
    )
    calls.push(openCall(socket, behaviour === 'silent'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    keys,
    talked,
    behave: (next) => (behaviour = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

/**
 *
 * @param isSilent Accepts the connection and never sends its metadata.
 */
function openCall(socket: Duplex, isSilent: boolean): AgentCall {
  let event = 0
  const send = (message: object) => socket.writable && socket.write(textFrame(JSON.stringify(message)))
  const call: AgentCall = {
    messages: [],
    soundChunks: 0,
    isOpen: true,
    say: (agent_response) =>
      send({ type: 'agent_response', agent_response_event: { agent_response, event_id: (event += 1) } }),
    transcribe: (user_transcript) =>
      send({ type: 'user_transcript', user_transcription_event: { user_transcript, event_id: (event += 1) } }),
    callTool: (tool_name, parameters) =>
      send({
        type: 'client_tool_call',
        client_tool_call: { tool_name, tool_call_id: `tool-${(event += 1)}`, parameters, event_id: event },
      }),
    sound: () =>
      send({ type: 'audio', audio_event: { audio_base_64: quietTone().toString('base64'), event_id: (event += 1) } }),
    hangUp: () => void socket.end(frame(0x8, Buffer.from([0x03, 0xe8]))),
    drop: () => void socket.destroy(),
  }
  socket.on('close', () => (call.isOpen = false))
  let pending = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let next = takeFrame(pending); next; next = takeFrame(pending)) {
      pending = pending.subarray(next.bytes)
      if (next.opcode === 0x8) socket.end(frame(0x8, next.payload.subarray(0, 2)))
      if (next.opcode === 0x1) take(JSON.parse(next.payload.toString('utf8')))
    }
  })
  function take(message: { type?: string; user_audio_chunk?: string }) {
    if (message.user_audio_chunk !== undefined) return void (call.soundChunks += 1)
    call.messages.push(message)
    if (message.type === 'conversation_initiation_client_data' && !isSilent)
      send({
        type: 'conversation_initiation_metadata',
        conversation_initiation_metadata_event: {
          conversation_id: 'conversation-of-the-fake',
          agent_output_audio_format: 'pcm_16000',
          user_input_audio_format: 'pcm_16000',
        },
      })
  }
  return call
}

function textFrame(text: string): Buffer {
  return frame(0x1, Buffer.from(text))
}

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length < 126 ? Buffer.from([0x80 | opcode, length]) : Buffer.alloc(length < 65_536 ? 4 : 10)
  if (length >= 126) {
    head[0] = 0x80 | opcode
    head[1] = length < 65_536 ? 126 : 127
    if (length < 65_536) head.writeUInt16BE(length, 2)
    else head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

/** Parses the first complete frame from a browser, which is always masked; undefined while it is incomplete. */
function takeFrame(data: Buffer): { opcode: number; payload: Buffer; bytes: number } | undefined {
  if (data.length < 6) return undefined
  const short = data[1]! & 0x7f
  const wide = short === 126 ? 2 : short === 127 ? 8 : 0
  if (data.length < 6 + wide) return undefined
  const length = wide === 0 ? short : wide === 2 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  const begin = 2 + wide + 4
  if (data.length < begin + length) return undefined
  const mask = data.subarray(2 + wide, begin)
  const payload = Buffer.from(data.subarray(begin, begin + length)).map((byte, at) => byte ^ mask[at % 4]!)
  return { opcode: data[0]! & 0x0f, payload: Buffer.from(payload), bytes: begin + length }
}

function quietTone(): Buffer {
  const samples = Int16Array.from({ length: 8000 }, (_, at) =>
    Math.round(400 * Math.sin((at * 2 * Math.PI * 220) / 16_000)),
  )
  return Buffer.from(samples.buffer)
}
