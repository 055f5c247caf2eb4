import { expect, test } from 'vitest'
import { checkNames } from './names.ts'

const check = (path: string, text = '') => checkNames([{ path, text }])

test('a nonstandard word in the name of a file or folder is rejected once, with the standard one', () => {
  expect(
    checkNames([
      { path: 'features/radio/ui/desk/station.tsx', text: '' },
      { path: 'features/radio/ui/desk/kept-sound.css', text: '' },
    ]),
  ).toEqual([
    "features/radio/ui/desk: 'desk' says 'desk'; say admin",
    "features/radio/ui/desk/kept-sound.css: 'kept-sound' says 'kept'; say saved, cached, paused or in flight",
  ])
  expect(check('features/radio/bar-words.ts')).toEqual(['features/radio/bar-words.ts: say labels or messages'])
  expect(check('platform/jobs/terms.ts')).toEqual(['platform/jobs/terms.ts: say constants'])
})

test('declared names are checked word by word', () => {
  const text = [
    'const keptPages = 1',
    'function isOnDesk() {}',
    'class IcyWeaver {}',
    'type Status = { isTold: boolean }',
    'const format = (momentMs: number) => momentMs',
    'interface Mail { takeInAll(): void }',
    'const bookmarkMark = 1, openMarks = []',
  ].join('\n')
  expect(check('server/a.ts', text).map((finding) => finding.replace(/;.*/, ''))).toEqual([
    "server/a.ts:1: 'keptPages' says 'kept'",
    "server/a.ts:2: 'isOnDesk' says 'desk'",
    "server/a.ts:3: 'IcyWeaver' says 'weaver'",
    "server/a.ts:4: 'isTold' says 'told'",
    "server/a.ts:5: 'momentMs' says 'moment'",
    "server/a.ts:6: 'takeInAll' says 'take'",
    "server/a.ts:7: 'bookmarkMark' says 'mark'",
    "server/a.ts:7: 'openMarks' says 'marks'",
  ])
})

test('standard names that contain such a word, external names and columns pass', () => {
  const text = [
    'const almost = 1, newsletter = 2, keyboard = 3, seaport = 4, desktop = 5, lookUpCode = 6, keepAliveMs = 7',
    'const mostRecentIssue = 1, doubleOptIn = 2, needsPostalAddress = true, letterSpacing = 3, ringBuffer = 4',
    'const byteOrderMark = 1, quotationMarks = 2, bookmark = 3, watermark = 4, markSent = () => {}',
    'type Row = { is_held: boolean; held_reason: string }',
    'page.keep(); sharp({ ask: 1 }).most()',
    'const words = text.split(" "), parts = path.split("/"), hint = "kept"',
  ].join('\n')
  expect(check('platform/a.ts', text)).toEqual([])
})

test('some words are standard in one feature and rejected in another', () => {
  expect(check('features/venue/ui/room.tsx')).toEqual([])
  expect(check('features/radio/ui/room.tsx')).toHaveLength(1)
  expect(check('features/reader/server/a.ts', 'const copies = []')).toEqual([])
  expect(check('features/delivery/server/a.ts', 'const copies = []')).toHaveLength(1)
})

test('names of dependencies, factories, labels and changes are recognized by their form', () => {
  const text = [
    'export type OrderParts = { log: Log }',
    'export function openOrders(parts: OrderParts) {}',
    'const stateWords = {}',
    'type IssueMove = 1',
    'function openDialog(id: string) {}',
    'function read(parts: string[]) {}',
  ].join('\n')
  expect(check('server/a.ts', text)).toEqual([
    "server/a.ts:1: 'OrderParts' holds dependencies; call it 'OrderDeps'",
    "server/a.ts:2: 'openOrders' creates something; call it 'createOrders'",
    "server/a.ts:2: 'parts' holds dependencies; call it 'deps'",
    "server/a.ts:3: 'stateWords' holds labels or messages; say so",
    "server/a.ts:4: 'IssueMove' is a change; say what changes, such as a status change",
  ])
})

test('tests and code outside the product may use any words', () => {
  expect(check('server/a.test.ts', 'const kept = 1')).toEqual([])
  expect(check('server/test-site.ts', 'const kept = 1')).toEqual([])
  expect(check('features/shop/ui/test-payment.tsx', 'const kept = 1')).toHaveLength(1)
  expect(check('bench/desk.ts', 'const kept = 1')).toEqual([])
})
