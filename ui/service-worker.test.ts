import { expect, test } from 'vitest'
import { offlineResponse } from './service-worker.ts'

const page = { language: 'es', title: 'Sin conexión', hint: 'Vuelve a intentarlo.', saved: 'Guardados:', links: [] }

test('an offline page needs no other file and lists saved books', async () => {
  const reply = offlineResponse({ ...page, retry: 'Otra vez', links: [{ path: '/es/book/a/read', title: 'A' }] })
  expect(reply.status).toBe(503)
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
  const html = await reply.text()
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('<p><a href="">Otra vez</a></p>')
  expect(html).toContain('<p>Guardados:</p><ul><li><a href="/es/book/a/read">A</a></li></ul>')
  expect(html).not.toMatch(/<script|<link|<img/)
})

test('without saved books there is no empty list, and titles add no markup', async () => {
  expect(await offlineResponse(page).text()).not.toContain('<ul>')
  const html = await offlineResponse({ ...page, links: [{ path: '/"><b>', title: '<b>&' }] }).text()
  expect(html).not.toContain('<b>')
})
