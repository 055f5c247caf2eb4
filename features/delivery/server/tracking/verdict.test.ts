import { expect, test } from 'vitest'
import { type Judged, judgeTogether, judgeVisit } from './verdict.ts'

const delivered = new Date('2026-11-27T14:00:00Z')
const after = (seconds: number) => new Date(delivered.getTime() + seconds * 1000)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

function verdictOf(userAgent: string | undefined, seconds = 600, isPrefetch = false) {
  return judgeVisit({ at: after(seconds), userAgent, isPrefetch }, delivered).verdict
}

test('browsers, mail programs and the proxies that show pictures to readers are people', () => {
  for (const agent of [
    firefox,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Microsoft Office/16.0 (Microsoft Outlook 16.0.17928; Pro)',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.3.0',
  ])
    expect([agent, verdictOf(agent)]).toEqual([agent, 'human'])
})

test('scanners, libraries, mail houses that load by themselves, and nameless visitors are machines', () => {
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
    expect([agent, verdictOf(agent)]).toEqual([agent, 'machine'])
})

test('the first seconds belong to gateways, the next nobody can tell', () => {
  expect([-5, 0, 2.9, 3, 9.9, 10, 86_400].map((seconds) => verdictOf(firefox, seconds))).toEqual([
    'machine',
    'machine',
    'machine',
    'unsure',
    'unsure',
    'human',
    'human',
  ])
})

test('what is fetched ahead is no reading, and what nobody can date or name is not counted as a person', () => {
  expect(verdictOf(firefox, 600, true)).toBe('machine')
  expect(judgeVisit({ at: after(600), userAgent: firefox, isPrefetch: false }, undefined).verdict).toBe('unsure')
  expect(verdictOf('SomethingNew/1.0')).toBe('unsure')
  expect(verdictOf('\u0000'.repeat(20) + 'x'.repeat(10_000))).toBe('unsure')
})

const click = (linkNumber: number, seconds: number): Judged => ({
  kind: 'click',
  linkNumber,
  at: after(seconds),
  verdict: 'human',
  reason: '',
})
const open = (seconds: number): Judged => ({
  kind: 'open',
  linkNumber: null,
  at: after(seconds),
  verdict: 'human',
  reason: '',
})
const verdicts = (readings: Judged[], linkCount: number) =>
  judgeTogether(readings, linkCount).map(({ verdict }) => verdict)

test('whoever follows all links at once is a machine, and so is what opened the mail beside it', () => {
  const scan = [open(600), ...[1, 2, 3, 4, 5].map((number) => click(number, 601 + number * 0.4))]
  expect(verdicts(scan, 5)).toEqual(Array(6).fill('machine'))
  expect(verdicts(scan.toReversed(), 5)).toEqual(Array(6).fill('machine'))
})

test('a person who comes back after the scanner is a person', () => {
  const scan = [1, 2, 3].map((number) => click(number, 600 + number))
  expect(verdicts([...scan, open(4000), click(2, 4100)], 3)).toEqual([
    'machine',
    'machine',
    'machine',
    'human',
    'human',
  ])
})

test('a person may read at a stretch: links minutes apart, or a few of many', () => {
  expect(verdicts([open(600), click(1, 620), click(2, 640), click(3, 700)], 3)).toEqual(Array(4).fill('human'))
  expect(verdicts([click(1, 600), click(2, 602), click(3, 604)], 12)).toEqual(Array(3).fill('human'))
})

test('two links within a second nobody can tell', () => {
  expect(verdicts([click(1, 600), click(2, 600.3)], 2)).toEqual(['unsure', 'unsure'])
  expect(verdicts([click(1, 600), click(1, 600.3)], 2)).toEqual(['human', 'human'])
})

/** Clicks on those links, so many seconds apart, ten minutes after delivery. */
const walk = (links: number[], gapSeconds: number | number[], startSeconds = 600) => {
  let seconds = startSeconds
  return links.map((link, index) => {
    if (index > 0) seconds += Array.isArray(gapSeconds) ? gapSeconds[index - 1]! : gapSeconds
    return click(link, seconds)
  })
}

test('a scanner that follows every link is one, however slowly and in whatever order it goes', () => {
  for (const [links, gap, linkCount] of [
    [[1, 2, 3, 4, 5, 6], 3, 6],
    [[1, 2, 3, 4, 5, 6], 9, 6],
    [[6, 5, 4, 3, 2, 1], 9, 6],
    [[3, 1, 6, 2, 5, 4], 8, 6],
    [[1, 2, 3], 7, 3],
    [[1, 2, 3, 4, 5], [4, 25, 11, 30], 5],
    // Not all of them, but as a clock does.
    [[1, 2, 3, 4], 20, 12],
    [[2, 4, 6, 8, 10], 45, 12],
  ] as const)
    expect([links, gap, verdicts(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount)]).toEqual([
      links,
      gap,
      Array(links.length).fill('machine'),
    ])
})

test('what may be a person in a hurry or a patient scanner is unsure', () => {
  for (const [links, gap, linkCount] of [
    [[1, 2], 4, 2],
    [[1, 3, 2], [12, 14], 5],
    [[1, 2, 3, 4], [20, 55, 34], 4],
    // All of them within minutes, in whatever order.
    [[3, 1, 6, 2, 5, 4], 20, 6],
    [[3, 1, 6, 2, 5, 4], 61, 6],
    [[5, 2, 9, 1, 12, 3, 8, 4, 11, 6, 10, 7], [5, 23, 9, 17, 21, 6, 14, 19, 8, 22, 12], 12],
  ] as const)
    expect([links, verdicts(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount)]).toEqual([
      links,
      Array(links.length).fill('unsure'),
    ])
})

test('people who read are people: some links at their own pace, or all of them with time between', () => {
  for (const [links, gap, linkCount] of [
    [[2], 0, 6],
    [[1, 4], 12, 6],
    [[3, 1, 6], [40, 95], 6],
    // Reading on at an even pace.
    [[1, 2, 3, 4], [30, 32, 28], 20],
    [[1, 2, 3, 4, 5, 6], [70, 190, 64, 300, 90], 6],
  ] as const)
    expect([links, verdicts(walk([...links], typeof gap === 'number' ? gap : [...gap]), linkCount)]).toEqual([
      links,
      Array(links.length).fill('human'),
    ])
})

test('a scan whose pages were loaded may be a person in a hurry', () => {
  const page = (one: Judged): Judged => ({ ...one, kind: 'page', at: new Date(one.at.getTime() + 800) })
  const clicks = walk([1, 2, 3], 3)
  expect(verdicts([...clicks, ...clicks.map(page)], 3).slice(0, 3)).toEqual(Array(3).fill('unsure'))
  // One page of three is what a scanner with a browser may load, too.
  expect(verdicts([...clicks, page(clicks[0]!)], 3).slice(0, 3)).toEqual(Array(3).fill('machine'))
})

test('a person who comes back to one link right after a slow scanner is no part of it', () => {
  expect(verdicts([...walk([1, 2, 3, 4], 20), click(2, 700)], 4)).toEqual([...Array(4).fill('machine'), 'human'])
})

test('a scanner that comes twice is one both times, at once, a little later and slowly', () => {
  for (const [gap, later] of [
    [0.1, 0.05],
    [0.1, 2],
    [3, 8],
    [20, 30],
  ] as const) {
    const links = [1, 2, 3, 4, 5]
    const known = walk(links, gap).map((one) => ({ ...one, verdict: 'machine' as const }))
    const again = walk(links, gap, 600 + (gap < 1 ? later : gap * 5 + later))
    expect([gap, later, verdicts([...known, ...again], 5)]).toEqual([gap, later, Array(10).fill('machine')])
  }
})

test('visitors from networks of servers are doubted, but for proxies that show pictures to readers', () => {
  const from = (userAgent: string) =>
    judgeVisit({ at: after(600), userAgent, isPrefetch: false, isHosted: true }, delivered)
  expect(from(firefox)).toEqual({ verdict: 'unsure', reason: 'from a hosting network' })
  expect(
    from('Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)').verdict,
  ).toBe('human')
})

const page = (linkNumber: number, seconds: number): Judged => ({ ...click(linkNumber, seconds), kind: 'page' })

test('the visitor of several recipients is doubted, and who loads the page behind a link is not', () => {
  const visit: Judged = { ...click(1, 600), client: 'ab' }
  const judged = (readings: Judged[]) =>
    judgeTogether(readings, 5, { sharedClients: new Set(['ab']) }).map(({ verdict }) => verdict)
  expect(judged([visit])).toEqual(['unsure'])
  expect(judged([{ ...visit, client: 'cd' }])).toEqual(['human'])
  expect(judged([{ ...visit, client: '' }])).toEqual(['human'])
  expect(judged([visit, page(1, 602)])).toEqual(['human', 'human'])
  const doubted: Judged = { ...visit, verdict: 'unsure', reason: 'from a hosting network' }
  expect(judged([doubted, page(1, 602)])).toEqual(['human', 'human'])
  expect(judged([doubted, page(2, 602)])).toEqual(['unsure', 'human'])
  // Some doubts no page takes away: nobody is so fast.
  const fast: Judged = { ...visit, client: '', verdict: 'unsure', reason: '5 s after delivery' }
  expect(judged([fast, page(1, 602)])).toEqual(['unsure', 'human'])
})

test('two pages of ours in a row of which none was loaded are doubted, and one proves nothing', () => {
  const judged = (readings: Judged[], client = 'ab') =>
    judgeTogether(
      readings.map((one) => ({ ...one, client })),
      9,
      { ownLinks: new Set([1, 5]) },
    ).map(({ verdict }) => verdict)
  expect(judged([click(1, 600), click(5, 640)], '')).toEqual(['human', 'human'])
  expect(judged([click(1, 600), click(5, 640)])).toEqual(['unsure', 'unsure'])
  expect(judged([click(1, 600), page(1, 603), click(5, 640)])).toEqual(['human', 'human', 'human'])
  expect(judged([click(1, 600), click(5, 900)])).toEqual(['human', 'human'])
  expect(judged([click(1, 600), click(2, 640)])).toEqual(['human', 'human'])
})

test('a scanner that loads pages stays one', () => {
  const scan = walk([1, 2, 3, 4, 5], 3)
  expect(verdicts([...scan, page(1, 601)], 5).slice(0, 5)).toEqual(Array(5).fill('machine'))
})
