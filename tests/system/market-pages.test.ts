import { expect, test } from 'vitest'
import { elements } from '#tests/support/html.ts'
import { openPlainVisitor } from '#tests/support/plain-visitor.ts'
import { pressAfterTest } from '#tests/support/press-after-test.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()
const name = 'Echoes <script>alert(1)</script>'

test('without JavaScript a collection is created, closed, deleted, restored and deleted', async () => {
  pressAfterTest(site, '/admin/collections', `Delete ${name}`)
  const owner = openPlainVisitor(site, await site.ownerCookie())
  const { html } = await owner.get('/admin/collections')
  expect(elements(html, 'a').some(({ href }) => href === '/admin/collections?edit=new')).toBe(true)
  await owner.get('/admin/collections?edit=new')
  const created = await owner.press('Create', { name, description: 'One echo each.', supply: '1,000' })
  expect(created.text).toContain('was created')
  expect(created.html).not.toContain('<script>alert(1)')
  expect((await owner.press(`Close ${name}`)).text).toContain('was closed')
  expect((await owner.press(`Delete ${name}`)).text).toContain('was deleted')
  expect(owner.offers(`Delete ${name}`)).toBe(false)
  expect((await owner.press(`Restore ${name}`)).text).toContain('was restored')
  const deleted = await owner.press(`Delete ${name}`)
  expect(deleted.text).toContain('was deleted')
  expect([owner.offers(`Delete ${name}`), owner.offers(`Restore ${name}`)]).toEqual([false, true])
})
