import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AccountSummary } from '#features/editors/contract.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { RemoveAccountDialog } from './accounts-section.tsx'

const account = (name: string, role: AccountSummary['role']): AccountSummary => ({
  id: name,
  email: `${name}@example.com`,
  role,
  created_at: '2026-11-27T12:00:00Z',
  has_second_step: false,
})
const [ada, eve, bob] = [account('ada', 'super_admin'), account('eve', 'super_admin'), account('bob', 'editor')]
const dialog = (chosen: AccountSummary, accounts: AccountSummary[], isOwn = false) =>
  renderToStaticMarkup(
    inEnglish(<RemoveAccountDialog account={chosen} accounts={accounts} isOwn={isOwn} remove={() => undefined} />),
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('the last super admin is not offered for removal', () => {
  expect(dialog(ada, [ada, bob], true)).toMatch(
    /ada@example\.com cannot be removed This is the last super admin\. Make another account a super admin first\. Close$/,
  )
})

test('any other account can be removed', () => {
  expect(dialog(ada, [ada, eve], true)).toMatch(/Remove ada@example\.com\? You will be signed out.* Remove Cancel$/)
  expect(dialog(bob, [ada, bob])).toMatch(/Remove bob@example\.com\? They will be signed out.* Remove Cancel$/)
})
