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
const open = (seconds: number): Judged => ({ kind: 'open', linkNumber: null, at: after(seconds), verdict: 'human', reason: '' })
const verdicts = (readings: Judged[], linkCount: number) => judgeTogether(readings, linkCount).map(({ verdict }) => verdict)

test('whoever follows all links at once is a machine, and so is what opened the mail beside it', () => {
  const scan = [open(600), ...[1, 2, 3, 4, 5].map((number) => click(number, 601 + number * 0.4))]
  expect(verdicts(scan, 5)).toEqual(Array(6).fill('machine'))
  expect(verdicts(scan.toReversed(), 5)).toEqual(Array(6).fill('machine'))
})

test('a person who comes back after the scanner is a person', () => {
  const scan = [1, 2, 3].map((number) => click(number, 600 + number))
  expect(verdicts([...scan, open(4000), click(2, 4100)], 3)).toEqual(['machine', 'machine', 'machine', 'human', 'human'])
})

test('a person may read at a stretch: links minutes apart, or a few of many', () => {
  expect(verdicts([open(600), click(1, 620), click(2, 640), click(3, 700)], 3)).toEqual(Array(4).fill('human'))
  expect(verdicts([click(1, 600), click(2, 602), click(3, 604)], 12)).toEqual(Array(3).fill('human'))
})

test('two links within a second nobody can tell', () => {
  expect(verdicts([click(1, 600), click(2, 600.3)], 2)).toEqual(['unsure', 'unsure'])
  expect(verdicts([click(1, 600), click(1, 600.3)], 2)).toEqual(['human', 'human'])
})
