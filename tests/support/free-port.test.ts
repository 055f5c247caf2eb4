import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { onFreePort } from './free-port.ts'

test('a port that another process takes before it is used is skipped for another one', async () => {
  const ports: number[] = []
  const listenOn = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer().on('error', reject)
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      onTestFinished(() => void server.close())
    })
  const found = await onFreePort(async (port) => {
    ports.push(port)
    if (ports.length < 3) await listenOn(port)
    return listenOn(port).catch((cause: unknown) => {
      throw new Error('it did not start', { cause })
    })
  })
  expect(ports).toHaveLength(3)
  expect(found).toBe(ports[2])
})

test.each([
  ['listen EADDRINUSE: address already in use 127.0.0.1:1', 5],
  ['could not bind IPv4 address "127.0.0.1": Address already in use', 5],
  ['Port 1 on 127.0.0.1 is already in use. Stop the process that uses it, or set a different PORT.', 5],
  ['out of memory', 1],
])('if every port fails with "%s", %i ports are tried', async (message, count) => {
  let tries = 0
  const fail = async () => {
    tries += 1
    throw new Error(message)
  }
  await expect(onFreePort(fail)).rejects.toThrow(message)
  expect(tries).toBe(count)
})
