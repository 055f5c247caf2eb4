import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Draft } from './draft.ts'
import { filterGrounded } from './filter-grounded.ts'
import { type MaterialRecord, numberMaterial } from './material.ts'
import { writeFromTemplate } from './template-writer.ts'

const at = new Date('2026-11-20T12:00:00Z')
const records: MaterialRecord[] = numberMaterial(
  [
    {
      kind: 'airplay',
      title: '“Night Ferry” by Nova Swade',
      facts: '“Night Ferry” by Nova Swade was on Swade Radio 42 times.',
      path: '/artist/nova-swade',
      at,
    },
    {
      kind: 'platform',
      title: 'Token Lathe',
      facts: 'A workbench for cutting a token.',
      path: '/platform/token-lathe',
      at,
    },
    { kind: 'milestone', title: '1983: A record', facts: 'The first record has six songs.', path: '/journey', at },
    {
      kind: 'platform',
      title: 'Swap Bin',
      facts: 'It trades what two people agree on.',
      isUnlinked: true,
      path: '/platform/swap-bin',
      at,
    },
  ],
  [
    {
      title: 'Field news',
      summary: 'A model sings. More at https://x.example/track?id=1',
      url: 'https://notes.example/1',
      feed: 'Field notes',
      at,
    },
    {
      title: 'Choir kit',
      summary: 'A kit. There is no public link to it yet.',
      url: 'https://notes.example/2',
      feed: 'Field notes',
      at,
    },
  ],
  { origin: 'https://swade.example', siteName: 'Swade' },
)
const draft = (change: Partial<Draft>): Draft => ({
  title: 'An issue',
  summary: 'Night Ferry',
  preheader: 'a line',
  opening: [],
  insights: [],
  tools: [],
  ...change,
})
const insight = (record_id: string, description = 'It was on the air 42 times.', title = 'Night Ferry') => ({
  title,
  description,
  record_id,
})

test('a statement that its cited record supports is kept', () => {
  const { draft: kept, left } = filterGrounded(
    draft({
      insights: [insight('r1')],
      tools: [{ name: 'Token Lathe', description: 'A workbench.', record_id: 'r2' }],
    }),
    records,
  )
  expect([kept.insights.length, kept.tools.length, left]).toEqual([1, 1, []])
})

test.each([
  [insight(''), 'cites no source'],
  [insight('r99'), 'unknown source'],
  [insight('__proto__'), 'unknown source'],
  [insight('r1', 'It was on the air 43 times.'), 'number 43'],
  [insight('r2'), 'number 42'],
  [insight('r1', ''), 'empty'],
  [insight('r1', 'word '.repeat(300)), 'too long'],
])('an unsupported statement is removed and named: %o', (statement, why) => {
  const { draft: kept, left } = filterGrounded(draft({ insights: [statement] }), records)
  expect(kept.insights).toEqual([])
  expect(left.join()).toContain(why)
})

test('a tool without a public link is described as such', () => {
  const unlinked = records.find(({ title }) => title === 'Swap Bin')
  const tool = (description: string) => draft({ tools: [{ name: 'Swap Bin', description, record_id: unlinked!.id }] })
  const descriptionsOf = (description: string) =>
    filterGrounded(tool(description), records).draft.tools.map((one) => one.description)
  expect(descriptionsOf('It trades what two people agree on.')).toEqual([
    'It trades what two people agree on. There is no public link to it yet.',
  ])
  expect(descriptionsOf('It trades, and there is no public link to it yet.')).toEqual([
    'It trades, and there is no public link to it yet.',
  ])
  expect(descriptionsOf('It trades, not for websites.')).toEqual([
    'It trades, not for websites. There is no public link to it yet.',
  ])
  expect(descriptionsOf('Trades for two')).toEqual(['Trades for two. There is no public link to it yet.'])
  expect(unlinked!.facts).toBe('It trades what two people agree on. There is no public link to Swap Bin yet.')
})

test('nothing is added to available platforms and external tools', () => {
  const platform = records.find(({ title }) => title === 'Token Lathe')!
  const lathe = { ...platform, facts: 'A workbench that isn’t linked to bots.' }
  const twoRooms = { ...platform, facts: 'A workbench. There is no public link to its second room yet.' }
  const fromFeed = records.find(({ title }) => title === 'Choir kit')!
  for (const record of [lathe, twoRooms, fromFeed]) {
    const tools = [{ name: record.title, description: 'Worth a look.', record_id: record.id }]
    expect(filterGrounded(draft({ tools }), [record]).draft.tools).toEqual(tools)
  }
})

test('only tools can be cited as tools, and each record is used once', () => {
  const tools = [{ name: 'Night Ferry', description: 'A track.', record_id: 'r1' }]
  const { draft: kept, left } = filterGrounded(
    draft({ tools, insights: [insight('r1'), insight('r1', 'Again.')] }),
    records,
  )
  expect(kept.tools).toEqual([])
  expect(left.join()).toContain('not a tool')
  expect(kept.insights).toEqual([insight('r1')])
})

test('title and summary contain no more than the rest', () => {
  const content = {
    insights: [insight('r1')],
    opening: [{ text: 'The first record has six songs.', record_ids: ['r3'] }],
  }
  expect(filterGrounded(draft({ ...content, title: 'Six songs and 42 plays' }), records).draft.title).toBe(
    'Six songs and 42 plays',
  )
  expect(filterGrounded(draft({ ...content, title: 'Seven songs' }), records).draft.title).toBe('')
  expect(filterGrounded(draft({ title: 'Six songs' }), records).draft.title).toBe('')
})

test('a paragraph is checked against all records it cites and no other', () => {
  const text = 'It was on the air 42 times; the first record has six songs.'
  expect(filterGrounded(draft({ opening: [{ text, record_ids: ['r1', 'r3'] }] }), records).draft.opening).toHaveLength(
    1,
  )
  expect(filterGrounded(draft({ opening: [{ text, record_ids: ['r1'] }] }), records).draft.opening).toEqual([])
})

test('the template writer’s text is always supported', () => {
  const written = writeFromTemplate(records)
  expect(filterGrounded(written, records)).toEqual({ draft: written, left: [] })
  expect(written.insights.length).toBeGreaterThanOrEqual(2)
  expect(written.title).toContain('Night Ferry')
})

test('this also holds for any titles of tracks and posts', () => {
  const strange = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'Ferry',
          '12',
          '“so”',
          'and',
          'U2',
          '$5',
          'half',
          'O’Neil',
          'R&B',
          'www.x.example',
          'a@b.example',
          '{{open_url}}',
          '<b>',
          '50%',
          'Ünï',
        ),
        {
          minLength: 1,
          maxLength: 60,
        },
      )
      .map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(strange, strange), { minLength: 1, maxLength: 4 }), (pairs) => {
      const tracks = pairs.map(([title, facts]) => ({
        kind: 'track' as const,
        title: `“${title}” by Somebody`,
        facts: `${title}. ${facts}`,
        path: '/',
        at,
      }))
      const posts = pairs.map(([title, summary]) => ({ title, summary, url: 'https://x.example/', feed: 'Notes', at }))
      const material = numberMaterial(tracks, posts, { origin: 'https://swade.example', siteName: 'Swade' })
      const { draft: kept } = filterGrounded(writeFromTemplate(material), material)
      for (const text of [
        kept.title,
        kept.summary,
        kept.preheader,
        ...kept.insights.flatMap((one) => [one.title, one.description]),
      ])
        expect(text).not.toMatch(/https?:|www\.|\w@\w|\{\{|<[a-z/!]/i)
      expect(kept.insights.length).toBeGreaterThan(0)
    }),
  )
})

test('the template writer names an issue after the next record once the title of the first is used', () => {
  const first = writeFromTemplate(records)
  const second = writeFromTemplate(records, new Set([first.title]))
  expect(second.title).not.toBe(first.title)
  expect(second.title).toBe(second.insights[0]?.title)
  expect(second.insights.map(({ record_id }) => record_id).toSorted()).toEqual(
    first.insights.map(({ record_id }) => record_id).toSorted(),
  )
})

test('an issue without news is named after the next tool once the first one has named an issue', () => {
  const tools = records.filter(({ kind }) => kind === 'platform')
  const titles = tools.map(({ title }) => `Featured tool: ${title}`)
  expect(writeFromTemplate(tools).title).toBe(titles[0])
  expect(writeFromTemplate(tools, new Set([titles[0]!])).title).toBe(titles[1])
})

test('feed items contribute text but no addresses', () => {
  expect(records.find(({ kind }) => kind === 'feed')).toMatchObject({
    facts: 'A model sings. More at',
    url: 'https://notes.example/1',
  })
})
