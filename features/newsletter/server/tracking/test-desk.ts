import { editorHeaders } from '#tests/support/sign-in-editor.ts'
import type { TestSite } from '#tests/support/test-site.ts'

/** Signs in at the desk. @returns reads one of its answers, as an account that may do all. */
export async function openTestDesk(site: Pick<TestSite, 'app' | 'database'>) {
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
