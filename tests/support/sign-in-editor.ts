import { createSecret, hashValue } from '#platform/secrets.ts'
import type { AdminRole } from '#shared/admin-role.ts'
import type { TestSite } from './test-site.ts'

/**
 * Signs a new editor with this role in to the newsletter admin of a test site and returns the headers: `{
 * authorization: 'Bearer …' }`. The session is inserted directly, because password hashing is slow; the same role
 * returns the same account.
 */
export async function editorHeaders(
  { database }: Pick<TestSite, 'database'>,
  role: AdminRole = 'super_admin',
  expiresAt = new Date(Date.now() + 12 * 60 * 60_000),
): Promise<{ authorization: string }> {
  const token = createSecret()
  await database.pool.query(
    `with account as (
       insert into admin_accounts (email, role, password_hash) values ($1, $2, 'none')
       on conflict (email) do update set role = excluded.role returning id
     )
     insert into admin_sessions (token_hash, account_id, created_at, expires_at) select $3, id, now(), $4 from account`,
    [editorEmail(role), role, hashValue(token), expiresAt],
  )
  return { authorization: `Bearer ${token}` }
}

/** Returns the email address of {@link editorHeaders}. */
export function editorEmail(role: AdminRole = 'super_admin'): string {
  return `${role.replace('_', '-')}@desk.example`
}
