import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { stopListening } from './stop-listening.ts'

/** Sends a request in a thread of its own, and sets `state[0]` when the kernel has it. */
const client = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, state } } = require('node:worker_threads')
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n', () => {
      Atomics.store(state, 0, 1)
      Atomics.notify(state, 0)
    }),
  )
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes)).on('error', ({ code }) => parentPort.postMessage(code))
  socket.on('end', () => parentPort.postMessage(answer.split('\\r\\n', 1)[0]))
`

test('a request that arrives while the process is busy is served, although the port closes next', async () => {
  const server = createServer((_request, response) => response.end('done'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const state = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(client, {
    eval: true,
    workerData: { port: (server.address() as AddressInfo).port, state },
  })
  const answer = new Promise((resolve) => worker.once('message', resolve))
  // Nothing is accepted while this thread is blocked.
  expect(Atomics.wait(state, 0, 0, 20_000)).toBe('ok')

  const waitForConnections = await stopListening(server)
  expect(server.listening).toBe(false)
  expect(await answer).toBe('HTTP/1.1 200 OK')
  await waitForConnections()
  await worker.terminate()
})

test('a server that does not listen stops at once', async () => {
  const waitForConnections = await stopListening(createServer())
  await expect(waitForConnections()).resolves.toBeUndefined()
})
