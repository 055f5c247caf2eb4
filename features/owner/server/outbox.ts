import type { Database } from '#platform/database/open-database.ts'
import { listMails } from '#platform/mailer/queries.ts'
import type { OutboxService } from '#features/owner/contract.ts'

/** The newest hundred mails, for the page that exists outside production only. */
export function createLocalOutbox(db: Database['db']): OutboxService {
  return {
    async list() {
      const mails = await listMails(db, 100)
      return mails.map(({ id, mail, state, createdAt }) => ({
        id,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        state,
        createdAt: createdAt.toISOString(),
        unsubscribeUrl: mail.unsubscribeUrl,
      }))
    },
  }
}
