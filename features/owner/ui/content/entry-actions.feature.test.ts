import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { type EditorResponse, handleEntryAction } from './entry-actions.ts'

const actor = 'owner@swade.example'
const place = { kind: 'era', key: '1983-1993' }

let site: TestSite
beforeAll(async () => void (site = await buildTestSite()))
afterAll(() => site.close())

const entryOf = async () => (await site.services.contentAdmin.find(place.kind, place.key))!

/** Presses a button of the editor that shows the newest edit, or an earlier one. */
async function press(act: string, fields: Record<string, string> = {}, revision?: number) {
  const entry = await entryOf()
  const form = new FormData()
  const all = { act, revision: String(revision ?? entry.revision ?? ''), draftSavedAt: '', ...fields }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  const deps = { contentAdmin: site.services.contentAdmin, t: site.app.texts.translator('en') }
  const outcome = await handleEntryAction(deps, entry, actor, form)
  return outcome instanceof Response ? undefined : (outcome.data as EditorResponse)
}

test('a conflict speaks of values in the form only when the form was sent', async () => {
  const { published } = await entryOf()
  const data = published as Record<string, unknown>
  await site.services.contentAdmin.publish({ ...place, actor, revision: undefined, data: { ...data, title: 'One' } })
  const { revision } = await entryOf()
  await site.services.contentAdmin.publish({ ...place, actor, revision, data: { ...data, title: 'Two' } })
  expect((await press('draft', { title: 'Mine' }, revision))?.refusal).toContain('Your changes are still in the form')
  const reset = await press('reset', {}, revision)
  expect(reset?.refusal).toContain('so the button had no effect')
  expect(reset?.typed).toMatchObject({ title: 'Two' })
})

test('an earlier version that is not valid anymore is refused without errors at the fields of the form', async () => {
  const earlier = (await entryOf()).history.at(-1)!
  await site.database.pool.query(
    `update content_edits set data = jsonb_set(data, '{title}', '""') where kind = $1 and revision = $2`,
    [place.kind, earlier.revision],
  )
  const refused = await press('restore', { restored: String(earlier.revision) })
  expect(refused?.problems).toEqual([])
  expect(refused?.refusal).toMatch(/^This version can no longer be published\. Title: /)
  expect(refused?.typed).toMatchObject({ title: 'Two' })
})
