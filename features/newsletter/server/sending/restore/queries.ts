import type { PoolClient } from 'pg'

/**
 * Stops the newsletter in a restored copy: since the backup was made, the house it comes from may have sent what waits here. Nothing is begun or
 * sent until the desk says so, and every issue that was on its way is asked about by itself.
 *
 * @param madeAt When the backup was made, ISO.
 * @see docs/decisions/016-sending.md
 */
export async function holdSending(client: PoolClient, madeAt: string): Promise<void> {
  const reason = `Restored from a backup made at ${madeAt}. What waits here may have been sent since.`
  await client.query(
    `INSERT INTO newsletter_sending_settings (id, is_held, held_reason) VALUES (1, true, $1)
     ON CONFLICT (id) DO UPDATE SET is_held = true, held_reason = excluded.held_reason`,
    [reason],
  )
  await client.query(`UPDATE newsletter_issues SET status = 'paused', reason = $1 WHERE status IN ('scheduled', 'sending')`, [reason])
  await client.query(
    `UPDATE newsletter_deliveries SET state = 'uncertain', response = 'was being handed over when the backup was made' WHERE state = 'in_data'`,
  )
  await client.query(`UPDATE newsletter_deliveries SET state = 'queued', claimed_by = NULL WHERE state = 'claimed'`)
}
