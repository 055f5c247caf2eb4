import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, root } from '../measured-site.ts'

/** Plain Fastify with one route that sends these bytes from memory. */
export async function startBare(body: Buffer): Promise<{ origin: string; pid: number; stop(): void }> {
  const port = await freePort()
  const program = `import Fastify from 'fastify'
const body = Buffer.from('${body.toString('base64')}', 'base64')
const app = Fastify()
app.get('/', (_request, reply) => reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body))
await app.listen({ port: ${port}, host: '127.0.0.1' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => undefined))?.ok) await sleep(20)
  return { origin, pid: child.pid ?? 0, stop: () => void child.kill() }
}
