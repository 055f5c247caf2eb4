/**
 * Use of the site that a request stands for, set by the route that answers it. The site statistic counts it when the
 * answer is sent; programs and repetitions by one client within half an hour are left out.
 */
type CountedUse = {
  /** `plays`: a recording was started. `reads`: a page of a book was loaded. */
  metric: 'plays' | 'reads'
  /** Name of the thing, such as the address of a recording or `<book>/<page>`. Never personal. */
  key: string
}

declare module 'fastify' {
  interface FastifyRequest {
    countedUse?: CountedUse
  }
}
