import { scryptSync, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { createPasswords } from './passwords.ts'
import { createFirstAdmin } from './accounts.ts'

const migrationsDir = resolve(import.meta.dirname, '../../../db/migrations')
const passwords = createPasswords({ cost: 16 })

test('the first start creates a super admin and prints its password once; only a hash is stored', async () => {
  const { db, pool, close } = await createTestDatabase({ migrationsDir })
  try {
    const made = await createFirstAdmin(db, { email: 'Owner@Example.com', password: undefined, passwords })
    expect(made?.password).toMatch(/^[\w-]{16}$/)
    expect(await createFirstAdmin(db, { email: 'Owner@Example.com', password: undefined, passwords })).toBeUndefined()
    const { rows } = await pool.query<{ email: string; role: string; password_hash: string }>(
      'select email, role, password_hash from admin_accounts',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ email: 'owner@example.com', role: 'super_admin' })
    const [, N, r, p, salt = '', hash = ''] = rows[0]?.password_hash.split('$') ?? []
    const again = scryptSync(made?.password ?? '', Buffer.from(salt, 'base64url'), 32, {
      N: Number(N),
      r: Number(r),
      p: Number(p),
      maxmem: 2 ** 28,
    })
    expect(timingSafeEqual(again, Buffer.from(hash, 'base64url'))).toBe(true)
  } finally {
    await close()
  }
})

test('a configured password is used and not printed', async () => {
  const { db, close } = await createTestDatabase({ migrationsDir })
  try {
    expect(await createFirstAdmin(db, { email: 'a@example.com', password: 'a long enough one', passwords })).toEqual({
      email: 'a@example.com',
      password: undefined,
    })
  } finally {
    await close()
  }
})
