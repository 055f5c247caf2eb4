import { expect, test } from 'vitest'
import { gateFor, nextPage } from './next-page.ts'

test('the gate leads to the page of the desk that was asked for, with its search', () => {
  expect(nextPage('/admin/orders?q=SW-1&page=2')).toBe('/admin/orders?q=SW-1&page=2')
  expect(nextPage('/newsletter-admin?tab=newsletters&issue=7')).toBe('/newsletter-admin?tab=newsletters&issue=7')
  expect(nextPage(null)).toBe('/admin/inbox')
})

test('the gate leads nowhere but into the desk', () => {
  const elsewhere = [
    'https://evil.example/admin/inbox',
    '//evil.example/admin/inbox',
    '/\\evil.example/admin/',
    '/admin/../books',
    '/admin/%2e%2e/books',
    '/administrator',
    '/admin',
    '/newsletter',
    '/newsletter-administrator',
    '/newsletter-admin/../books',
    '//evil.example/newsletter-admin',
    'javascript:alert(1)//admin/',
    '//admin/inbox\n',
    ' /admin/\t../\t../x',
    `/admin/${'a'.repeat(3000)}`,
  ]
  for (const asked of elsewhere) expect(nextPage(asked), asked).toBe('/admin/inbox')
})

test('who asked for the data of a page comes back to the page', () => {
  const request = new Request('http://localhost/admin/orders.data?q=a&_routes=x&page=3')
  expect(gateFor(request)).toBe(`/admin?next=${encodeURIComponent('/admin/orders?q=a&page=3')}`)
})
