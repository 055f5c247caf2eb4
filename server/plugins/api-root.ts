import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'

/** `GET /api/`: the greeting the home page asks for once. Other addresses under `/api/` answer in JSON, never with a page. */
export async function apiRoot(app: FastifyInstance) {
  app.get('/api/', async () => ({ message: 'Swade is on the air.' }))
  app.all('/api/*', async () => {
    throw new AppError('not-found', 'There is no such call.')
  })
}
