import { expect, test } from 'vitest'
import { signInPathFor, nextPage } from './next-page.ts'

test('signing in leads to the admin page that was requested, with its query', () => {
  expect(nextPage('/admin/orders?q=SW-1&page=2')).toBe('/admin/orders?q=SW-1&page=2')
  expect(nextPage('/newsletter-admin?tab=newsletters&issue=7')).toBe('/newsletter-admin?tab=newsletters&issue=7')
  expect(nextPage(null)).toBe('/admin/inbox')
})

test('signing in never leads to a page outside of the admin', () => {
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
  for (const requested of elsewhere) expect(nextPage(requested), requested).toBe('/admin/inbox')
})

test('a request for the data of a page leads back to the page itself', () => {
  const request = new Request('http://localhost/admin/orders.data?q=a&_routes=x&page=3')
  expect(signInPathFor(request)).toBe(`/admin?next=${encodeURIComponent('/admin/orders?q=a&page=3')}`)
})

test('without a requested page, signing in leads to Setup while that is due', () => {
  expect(nextPage(null, true)).toBe('/admin/setup')
  expect(nextPage('https://evil.example/admin/inbox', true)).toBe('/admin/setup')
  expect(nextPage('/admin/orders', true)).toBe('/admin/orders')
})
