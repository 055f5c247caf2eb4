import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSourcePages } from '#tests/support/source-pages.tsx'
import { ownerCookie } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await buildTestSite({ pageBuild: loadSourcePages })
}, 60_000)
afterAll(() => site.close())

test('only a page with a draft is labeled as a preview; without one it is the published page', async () => {
  const cookie = await ownerCookie(site)
  const show = async () =>
    (await site.app.inject({ url: '/api/owner/content/preview/artist/luma-swade', headers: { cookie } })).body
  const published = await show()
  expect(published).toContain('Luma Swade')
  expect(published).not.toContain('only visible to you')
  const entry = (await site.services.contentAdmin.find('artist', 'luma-swade'))!
  await site.services.contentAdmin.saveDraft({
    kind: 'artist',
    key: 'luma-swade',
    actor: 'owner@swade.example',
    data: { ...(entry.published as object), tagline: 'Only a draft says this.' },
  })
  const draft = await show()
  expect(draft).toContain('Only a draft says this.')
  expect(draft).toContain('Preview: only visible to you')
})
