import { expect, test } from 'vitest'
import { answerOnce } from './kept-answer.ts'

test('the very same bytes are compressed once for all who take that encoding', async () => {
  const page = { status: 200, headers: {}, body: Buffer.from('the same for everybody '.repeat(100)) }
  const answers = await Promise.all(['br', 'gzip, br', 'br', 'gzip'].map((accepted) => answerOnce(page, accepted)))
  const [one, other, third, gzipped] = answers.map(({ body }) => body)
  expect(other).toBe(one)
  expect(third).toBe(one)
  expect(gzipped).not.toBe(one)
  const alike = await answerOnce({ ...page, body: Buffer.from(page.body) }, 'br')
  expect(alike.body).not.toBe(one)
  expect(alike.body).toEqual(one)
})
