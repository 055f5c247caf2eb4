import { createServer, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { ListenError, listenOn } from './listen.ts'

const failWith = (error: Error) => ({ listen: () => Promise.reject(error) })
const coded = (code: string) => Object.assign(new Error(`listen ${code}`), { code })

test('a port that is taken is named with the setting to change', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const app = Fastify()
  onTestFinished(() => app.close())
  const failure: unknown = await listenOn(app, 'METRICS_PORT', { port, host: '127.0.0.1' }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ListenError)
  expect((failure as Error).message).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set a different METRICS_PORT.`,
  )
})

test.each([
  ['EACCES', 'This user may not use port 80 on 127.0.0.1. Set PORT to 1024 or higher, or give the process permission'],
  ['EADDRNOTAVAIL', 'HOST 127.0.0.1 is not an address of this machine.'],
])('%s is explained', async (code, message) => {
  const failure = listenOn(failWith(coded(code)), 'PORT', { port: 80, host: '127.0.0.1' })
  await expect(failure).rejects.toThrow(message)
})

test('any other error is thrown as it is', async () => {
  const error = coded('EMFILE')
  await expect(listenOn(failWith(error), 'PORT', { port: 80, host: '127.0.0.1' })).rejects.toBe(error)
})
