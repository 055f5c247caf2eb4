import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findDeadLinks } from './links.ts'

/** Starts a site with a valid page that links to an invalid one. */
async function startSmallSite(): Promise<string> {
  const files: Record<string, [type: string, body: string]> = {
    '/good': ['text/html', '<h1 id="top">Good</h1><a href="/bad">bad</a>'],
    '/bad': ['text/html', '<a href="/missing">missing</a>'],
    '/picture.png': ['image/png', 'picture'],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? []
    response.writeHead(body ? 200 : 404, type ? { 'content-type': type } : {}).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('broken addresses, missing anchors and other kinds of addresses are found, each requested once', async () => {
  const origin = await startSmallSite()
  const page = (...links: string[]) => new Map([['/', links.map((href) => `<a href="${href}">x</a>`).join('')]])
  const fine = [
    '/good',
    '/good#top',
    '/picture.png',
    'https://elsewhere.example/',
    'mailto:a@b.example',
    `${origin}/good`,
  ]
  expect(await findDeadLinks(origin, page(...fine))).toEqual({ dead: [], checkedCount: 2 })
  for (const bad of ['', '/missing', '/good#bottom', 'javascript:go()', 'http://elsewhere.example/', '#nowhere'])
    expect((await findDeadLinks(origin, page(bad))).dead, bad).toHaveLength(1)
})

test('linked pages are read as well if this is requested', async () => {
  const origin = await startSmallSite()
  const pages = new Map([['/', '<a href="/good">good</a>']])
  expect((await findDeadLinks(origin, pages)).dead).toEqual([])
  expect((await findDeadLinks(origin, pages, { isCrawl: true })).dead).toEqual(['/bad leads to /missing: 404'])
})

test('of addresses of one kind one is requested, or as many as needed to request each part of them', async () => {
  const origin = await startSmallSite()
  const names = ['a.small', 'a.large', 'b.small', 'b.large', 'c.large', 'c.huge']
  const pages = new Map([['/', names.map((name) => `<img alt="" src="/pictures/${name}"/>`).join('')]])
  const findDead = async (...once: RegExp[]) => (await findDeadLinks(origin, pages, { once })).dead
  const dead = (...pictures: string[]) => pictures.map((name) => `/ leads to /pictures/${name}: 404`)
  expect(await findDead(/^\/pictures\//)).toEqual(dead('a.small'))
  expect(await findDead(/^\/pictures\/(\w+)\./)).toEqual(dead('a.small', 'b.small', 'c.large'))
  expect(await findDead(/^\/pictures\/(\w+)\.(\w+)$/)).toEqual(
    dead('a.small', 'a.large', 'b.small', 'c.large', 'c.huge'),
  )
  expect(await findDead(/^\/nothing/)).toEqual(dead(...names))
})
