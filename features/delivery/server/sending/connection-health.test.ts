import { expect, test } from 'vitest'
import { createConnectionHealth } from './connection-health.ts'

test('a stopped worker does not wait for an unavailable relay', async () => {
  const line = createConnectionHealth({ firstMs: 60_000 })
  line.broke('421 later')
  expect(await line.isUp(() => true)).toBe(false)
})
