import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import { createTestChanges } from '#platform/database/test-changes.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createContentEdits } from './content-edits.ts'

const schema = z.object({ id: z.string(), name: z.string().min(1) }).strict()
const files = [
  { id: 'a', name: 'Ada' },
  { id: 'b', name: 'Ben' },
]
const log = { warn: () => {} }

let database: Database
beforeAll(async () => {
  database = await createTestDatabase({ migrationsDir: resolve(import.meta.dirname, '../../db/migrations') })
})
afterAll(() => database.close())

async function open(shape: typeof schema = schema) {
  await database.pool.query('truncate content_edits, content_drafts')
  const process = async () => {
    const edits = createContentEdits({ clock: systemClock, log })
    const people = edits.follow({ kind: 'person', files, keyOf: ({ id }) => id, schema: shape })
    await edits.connect(database.db, await createTestChanges(database))
    onTestFinished(() => edits.stop())
    return { edits, people, names: () => people.list().map(({ name }) => name) }
  }
  return { process }
}

const actor = 'owner@swade.example'

test('edits replace the files in their place, added entries come last, removed ones disappear, and a reset restores the file', async () => {
  const { process } = await open()
  const { edits, names } = await process()
  expect(names()).toEqual(['Ada', 'Ben'])
  await edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name: 'Ann' }, actor })
  await edits.write({ kind: 'person', key: 'c', action: 'save', data: { id: 'c', name: 'Cy' }, actor })
  await edits.write({ kind: 'person', key: 'b', action: 'remove', actor })
  expect(names()).toEqual(['Ann', 'Cy'])
  await edits.write({ kind: 'person', key: 'a', action: 'reset', actor })
  await edits.write({ kind: 'person', key: 'b', action: 'save', data: { id: 'b', name: 'Bea' }, actor })
  expect(names()).toEqual(['Ada', 'Bea', 'Cy'])
  expect((await edits.history('person', 'a')).map(({ action, data }) => [action, data])).toEqual([
    ['reset', undefined],
    ['save', { id: 'a', name: 'Ann' }],
  ])
})

test('another process shows an edit soon and calls its listeners; a new process shows it right away', async () => {
  const { process } = await open()
  const one = await process()
  const other = await process()
  let calls = 0
  other.edits.onChange(() => (calls += 1))
  await one.edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name: 'Ann' }, actor })
  await expect.poll(() => other.names(), { timeout: 6_000 }).toEqual(['Ann', 'Ben'])
  expect(calls).toBe(1)
  expect((await process()).names()).toEqual(['Ann', 'Ben'])
})

test('an edit in a second window is a conflict', async () => {
  const { process } = await open()
  const { edits, names } = await process()
  const write = (name: string, revision: number | undefined) =>
    edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name }, actor, over: { revision } })
  await write('First', undefined)
  await expect(write('Second', undefined)).rejects.toMatchObject({ code: 'conflict' })
  const [latest] = await edits.history('person', 'a')
  await write('Second', latest!.revision)
  expect(names()[0]).toBe('Second')
})

test('twenty edits at once are all in the history, and the newest is in effect', async () => {
  const { process } = await open()
  const { edits, names } = await process()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name: `Ann ${index}` }, actor }),
    ),
  )
  const history = await edits.history('person', 'a')
  expect(history).toHaveLength(20)
  expect(names()[0]).toBe((history[0]!.data as { name: string }).name)
})

test('an entry that does not match its schema or would change its address is rejected', async () => {
  const { process } = await open()
  const { edits, names } = await process()
  await expect(
    edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name: '' }, actor }),
  ).rejects.toThrow(z.ZodError)
  await expect(
    edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'z', name: 'Zoe' }, actor }),
  ).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect(names()).toEqual(['Ada', 'Ben'])
  expect(await edits.history('person', 'a')).toEqual([])
})

test('a draft is stored without being published and is deleted when its entry is saved', async () => {
  const { process } = await open()
  const { edits, names } = await process()
  await edits.saveDraft('person', 'a', { id: 'a', name: 'Dra' })
  await edits.saveDraft('person', 'a', { id: 'a', name: 'Draft' })
  expect((await edits.draft('person', 'a'))?.data).toEqual({ id: 'a', name: 'Draft' })
  expect(names()).toEqual(['Ada', 'Ben'])
  await edits.write({ kind: 'person', key: 'a', action: 'save', data: { id: 'a', name: 'Ann' }, actor })
  expect(await edits.draft('person', 'a')).toBeUndefined()
})

test('an edit of one entry parses only that one, and a start reads the newest edit of each in the order of the first edits', async () => {
  const read: string[] = []
  const { process } = await open(
    z.object({ id: z.string(), name: z.string().refine((name) => read.push(name)) }).strict(),
  )
  const { edits } = await process()
  const save = (key: string, name: string) =>
    edits.write({ kind: 'person', key, action: 'save', data: { id: key, name }, actor })
  for (const key of ['x', 'y', 'z']) await save(key, `${key}1`)
  read.length = 0
  await save('x', 'x2')
  // Once as stored and once as displayed.
  expect(read).toEqual(['x2', 'x2'])
  read.length = 0
  expect((await process()).names()).toEqual(['Ada', 'Ben', 'x2', 'y1', 'z1'])
  expect(read).toEqual(['x2', 'y1', 'z1'])
})
