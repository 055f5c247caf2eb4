import { fingerprint } from '#platform/secrets.ts'
import type { Executor } from '../newsletter-parts.ts'
import type { Subscriber } from '../queries.ts'
import { deleteMailsAbout, deleteReturnedMails, deleteSubscriber, dropWaitingCopies, insertSuppression, namelessCopies } from './queries.ts'

/**
 * Forgets a person for good, in the transaction given: the row, its history, the mails about the subscription, and the address on every copy.
 * What stays is numbers, and a fingerprint of the address, so that no import brings the person back.
 *
 * @param by Who asked for it: `person`, or the address of a desk account.
 */
export async function erasePerson(tx: Executor, { id, email }: Pick<Subscriber, 'id' | 'email'>, by: string, at: Date): Promise<void> {
  await insertSuppression(tx, { emailFingerprint: fingerprint(email), reason: 'erased', detail: `asked by ${by}`, at })
  await dropWaitingCopies(tx, id)
  await deleteReturnedMails(tx, id)
  await namelessCopies(tx, id)
  await deleteMailsAbout(tx, { id, email })
  await deleteSubscriber(tx, id)
}
