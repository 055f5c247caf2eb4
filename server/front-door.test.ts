import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createFrontDoor } from './front-door.ts'
import { PageCache, preparePage } from './page-cache.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A door before an app that only says its name. */
async function door() {
  const cache = new PageCache()
  await cache.get('/books', () =>
    preparePage(200, { 'content-type': 'text/html', 'cache-control': 'public, max-age=0, must-revalidate' }, Buffer.from('books')),
  )
  const server = createFrontDoor({}, cache, { 'x-content-type-options': 'nosniff' }, (_request, response) => void response.end('the app'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a page that is ready leaves at the door, with the headers of every answer', async () => {
  const reply = await fetch(`${await door()}/books`)
  expect(await reply.text()).toBe('books')
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'vary': 'Accept-Encoding',
  })
})

test('who has the page gets 304 at the door', async () => {
  const origin = await door()
  const etag = (await fetch(`${origin}/books`)).headers.get('etag') ?? ''
  const reply = await fetch(`${origin}/books`, { headers: { 'if-none-match': etag } })
  expect([reply.status, await reply.text()]).toEqual([304, ''])
})

test.each([
  ['another page', '/journey', 'GET'],
  ['search parameters', '/books?a=b', 'GET'],
  ['a form', '/books', 'POST'],
])('%s goes on to the app', async (_name, path, method) => {
  expect(await (await fetch((await door()) + path, { method })).text()).toBe('the app')
})
