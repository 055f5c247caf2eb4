import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import { ownOrigin } from '#tests/support/sign-in-owner.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { openAddresses } from './open-addresses.ts'

/** A site, the signed addresses in its mails, and a reader of what its desk says. */
export type TrackedSite = Awaited<ReturnType<typeof openTrackedSite>>

/** Starts a site together with what tests of opens, clicks and bounces ask it with; they close it. */
export async function openTrackedSite(options?: Parameters<typeof buildTestSite>[0]) {
  const site = await buildTestSite(options)
  const addresses = await openAddresses(site.database.db, {
    origin: ownOrigin,
    MAIL_FROM: 'Swade <hello@swade.example>',
  })()
  return { site, addresses, desk: await openTestDesk(site) }
}

/** Signs in at the desk as an account that may do all. */
async function openTestDesk(site: Pick<TestSite, 'app' | 'database'>) {
  // The clocks of these tests go their own way.
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
