import { expect, test } from 'vitest'
import { createLineHealth } from './line-health.ts'

test('who is stopped does not wait for a relay that is away', async () => {
  const line = createLineHealth({ firstMs: 60_000 })
  line.broke('421 later')
  expect(await line.isUp(() => true)).toBe(false)
})
