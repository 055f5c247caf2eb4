import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createAddressLoader } from './load-addresses.ts'

/** A site with the signed addresses of its emails, and readers for its admin reports. */
export type TrackedSite = Awaited<ReturnType<typeof createTrackedSite>>

/** Starts a site with what tests of opens, clicks and bounces need; the caller closes it. */
export async function createTrackedSite(options?: Parameters<typeof buildTestSite>[0]) {
  const site = await buildTestSite(options)
  const addresses = await createAddressLoader(site.database.db, site.siteKeys, {
    origin: ownOrigin,
    MAIL_FROM: 'Swade <hello@swade.example>',
  })()
  return { site, addresses, admin: await createTestAdmin(site) }
}

/** Signs in to the admin with an account that has every permission. */
async function createTestAdmin(site: Pick<TestSite, 'app' | 'database'>) {
  // The clocks of these tests move on, so the session must not expire.
  const headers = await editorHeaders(site, 'super_admin', new Date('2100-01-01T00:00:00Z'))
  return {
    headers,
    async read<Reply>(path: string): Promise<Reply> {
      const reply = await site.app.inject({ url: `/api/newsletter/admin/${path}`, headers })
      if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
      return reply.json<Reply>()
    },
  }
}
