import { expect, test } from 'vitest'
import { type Classified, classifyTogether, classifyVisit } from './classify.ts'

const delivered = new Date('2026-11-27T14:00:00Z')
const after = (seconds: number) => new Date(delivered.getTime() + seconds * 1000)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

function classificationOf(userAgent: string | undefined, seconds = 600, isPrefetch = false) {
  return classifyVisit({ at: after(seconds), userAgent, isPrefetch }, delivered).classification
}

test('browsers, email apps and image proxies are classified as human', () => {
  for (const agent of [
    firefox,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Microsoft Office/16.0 (Microsoft Outlook 16.0.17928; Pro)',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.3.0',
  ])
    expect([agent, classificationOf(agent)]).toEqual([agent, 'human'])
})

test('scanners, libraries, preloading mail providers and visitors without a user agent are classified as machines', () => {
  for (const agent of [
    undefined,
    '',
    '   ',
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    'curl/8.11.0',
    'python-requests/2.32.3',
    'node',
    'Go-http-client/2.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'BarracudaCentral',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Slackbot-LinkExpanding 1.0',
  ])
    expect([agent, classificationOf(agent)]).toEqual([agent, 'machine'])
})

test('visits in the first seconds are from gateways, in the next seconds unsure', () => {
  expect([-5, 0, 2.9, 3, 9.9, 10, 86_400].map((seconds) => classificationOf(firefox, seconds))).toEqual([
    'machine',
    'machine',
    'machine',
    'unsure',
    'unsure',
    'human',
    'human',
  ])
})

test('a prefetch is a machine, and visits without a delivery time or a known agent are not human', () => {
  expect(classificationOf(firefox, 600, true)).toBe('machine')
  expect(classifyVisit({ at: after(600), userAgent: firefox, isPrefetch: false }, undefined).classification).toBe(
    'unsure',
  )
  expect(classificationOf('SomethingNew/1.0')).toBe('unsure')
  expect(classificationOf('\u0000'.repeat(20) + 'x'.repeat(10_000))).toBe('unsure')
})

const click = (linkNumber: number, seconds: number): Classified => ({
  kind: 'click',
  linkNumber,
  at: after(seconds),
  classification: 'human',
  reason: '',
})
const open = (seconds: number): Classified => ({
  kind: 'open',
  linkNumber: null,
  at: after(seconds),
  classification: 'human',
  reason: '',
})
const classifications = (events: Classified[], linkCount: number) =>
  classifyTogether(events, linkCount).map(({ classification }) => classification)

test('clicks on all links at once are a machine, and so is the open next to them', () => {
  const scan = [open(600), ...[1, 2, 3, 4, 5].map((number) => click(number, 601 + number * 0.4))]
  expect(classifications(scan, 5)).toEqual(Array(6).fill('machine'))
  expect(classifications(scan.toReversed(), 5)).toEqual(Array(6).fill('machine'))
})

test('a person who visits after a scanner is human', () => {
  const scan = [1, 2, 3].map((number) => click(number, 600 + number))
  expect(classifications([...scan, open(4000), click(2, 4100)], 3)).toEqual([
    'machine',
    'machine',
    'machine',
    'human',
    'human',
  ])
})

test('a person may click links minutes apart, or a few of many', () => {
  expect(classifications([open(600), click(1, 620), click(2, 640), click(3, 700)], 3)).toEqual(Array(4).fill('human'))
  expect(classifications([click(1, 600), click(2, 602), click(3, 604)], 12)).toEqual(Array(3).fill('human'))
})

test('two links within a second are unsure', () => {
  expect(classifications([click(1, 600), click(2, 600.3)], 2)).toEqual(['unsure', 'unsure'])
  expect(classifications([click(1, 600), click(1, 600.3)], 2)).toEqual(['human', 'human'])
})

/** Clicks on those links at this interval, ten minutes after delivery. */
const walk = (links: number[], gapSeconds: number | number[], startSeconds = 600) => {
  let seconds = startSeconds
  return links.map((link, index) => {
    if (index > 0) seconds += Array.isArray(gapSeconds) ? gapSeconds[index - 1]! : gapSeconds
    return click(link, seconds)
  })
}

test('a scanner that follows every link is detected at any speed and in any order', () => {
  for (const [links, gap, linkCount] of [
    [[1, 2, 3, 4, 5, 6], 3, 6],
    [[1, 2, 3, 4, 5, 6], 9, 6],
    [[6, 5, 4, 3, 2, 1], 9, 6],
    [[3, 1, 6, 2, 5, 4], 8, 6],
    [[1, 2, 3], 7, 3],
    [[1, 2, 3, 4, 5], [4, 25, 11, 30], 5],
    // Only some of the links, but at a perfectly even pace.
    [[1, 2, 3, 4], 20, 12],
    [[2, 4, 6, 8, 10], 45, 12],
  ] as const)
    expect([
      links,
      gap,
      classifications(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount),
    ]).toEqual([links, gap, Array(links.length).fill('machine')])
})

test('clicks of a hurried person or a slow scanner are unsure', () => {
  for (const [links, gap, linkCount] of [
    [[1, 2], 4, 2],
    [[1, 3, 2], [12, 14], 5],
    [[1, 2, 3, 4], [20, 55, 34], 4],
    // All of the links within minutes, in any order.
    [[3, 1, 6, 2, 5, 4], 20, 6],
    [[3, 1, 6, 2, 5, 4], 61, 6],
    [[5, 2, 9, 1, 12, 3, 8, 4, 11, 6, 10, 7], [5, 23, 9, 17, 21, 6, 14, 19, 8, 22, 12], 12],
  ] as const)
    expect([links, classifications(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount)]).toEqual([
      links,
      Array(links.length).fill('unsure'),
    ])
})

test('some links at an uneven pace, or all of them with pauses, are human', () => {
  for (const [links, gap, linkCount] of [
    [[2], 0, 6],
    [[1, 4], 12, 6],
    [[3, 1, 6], [40, 95], 6],
    // A person who reads on at an even pace.
    [[1, 2, 3, 4], [30, 32, 28], 20],
    [[1, 2, 3, 4, 5, 6], [70, 190, 64, 300, 90], 6],
  ] as const)
    expect([links, classifications(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount)]).toEqual([
      links,
      Array(links.length).fill('human'),
    ])
})

test('a scan whose pages were loaded is unsure', () => {
  const page = (one: Classified): Classified => ({ ...one, kind: 'page', at: new Date(one.at.getTime() + 800) })
  const clicks = walk([1, 2, 3], 3)
  expect(classifications([...clicks, ...clicks.map(page)], 3).slice(0, 3)).toEqual(Array(3).fill('unsure'))
  // A scanner with a browser may also load one page of three.
  expect(classifications([...clicks, page(clicks[0]!)], 3).slice(0, 3)).toEqual(Array(3).fill('machine'))
})

test('a click right after a slow scan is not part of it', () => {
  expect(classifications([...walk([1, 2, 3, 4], 20), click(2, 700)], 4)).toEqual([...Array(4).fill('machine'), 'human'])
})

test('a repeated scan is detected both times', () => {
  for (const [gap, later] of [
    [0.1, 0.05],
    [0.1, 2],
    [3, 8],
    [20, 30],
  ] as const) {
    const links = [1, 2, 3, 4, 5]
    const known = walk(links, gap).map((one) => ({ ...one, classification: 'machine' as const }))
    const again = walk(links, gap, 600 + (gap < 1 ? later : gap * 5 + later))
    expect([gap, later, classifications([...known, ...again], 5)]).toEqual([gap, later, Array(10).fill('machine')])
  }
})

test('visitors from hosting networks are unsure, except for image proxies', () => {
  const from = (userAgent: string) =>
    classifyVisit({ at: after(600), userAgent, isPrefetch: false, isHosted: true }, delivered)
  expect(from(firefox)).toEqual({ classification: 'unsure', reason: 'from a hosting network' })
  expect(
    from('Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)').classification,
  ).toBe('human')
})

const page = (linkNumber: number, seconds: number): Classified => ({ ...click(linkNumber, seconds), kind: 'page' })

test('a visitor of several deliveries is unsure unless the page behind a link is loaded', () => {
  const visit: Classified = { ...click(1, 600), client: 'ab' }
  const classified = (events: Classified[]) =>
    classifyTogether(events, 5, { sharedClients: new Set(['ab']) }).map(({ classification }) => classification)
  expect(classified([visit])).toEqual(['unsure'])
  expect(classified([{ ...visit, client: 'cd' }])).toEqual(['human'])
  expect(classified([{ ...visit, client: '' }])).toEqual(['human'])
  expect(classified([visit, page(1, 602)])).toEqual(['human', 'human'])
  const doubted: Classified = { ...visit, classification: 'unsure', reason: 'from a hosting network' }
  expect(classified([doubted, page(1, 602)])).toEqual(['human', 'human'])
  expect(classified([doubted, page(2, 602)])).toEqual(['unsure', 'human'])
  // A page load does not dispel every doubt: no person is this fast.
  const fast: Classified = { ...visit, client: '', classification: 'unsure', reason: '5 s after delivery' }
  expect(classified([fast, page(1, 602)])).toEqual(['unsure', 'human'])
})

test('two own pages in a row without a page load are unsure, a single one is not', () => {
  const classified = (events: Classified[], client = 'ab') =>
    classifyTogether(
      events.map((one) => ({ ...one, client })),
      9,
      { ownLinks: new Set([1, 5]) },
    ).map(({ classification }) => classification)
  expect(classified([click(1, 600), click(5, 640)], '')).toEqual(['human', 'human'])
  expect(classified([click(1, 600), click(5, 640)])).toEqual(['unsure', 'unsure'])
  expect(classified([click(1, 600), page(1, 603), click(5, 640)])).toEqual(['human', 'human', 'human'])
  expect(classified([click(1, 600), click(5, 900)])).toEqual(['human', 'human'])
  expect(classified([click(1, 600), click(2, 640)])).toEqual(['human', 'human'])
})

test('a scanner that loads pages is still detected', () => {
  const scan = walk([1, 2, 3, 4, 5], 3)
  expect(classifications([...scan, page(1, 601)], 5).slice(0, 5)).toEqual(Array(5).fill('machine'))
})
