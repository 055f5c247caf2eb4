/** Stands where `pg` and PGlite would be in the `pure` stage: a test that opens a database there belongs in another stage. */
class NoDatabase {
  constructor() {
    throw new Error('This test opens a database, which the pure stage does not have. Name the file *.feature.test.ts.')
  }
}

export class Pool extends NoDatabase {}
export class Client extends NoDatabase {}
export const types = { setTypeParser() {}, getTypeParser: () => String, builtins: {} }
export const PGlite = { create: () => new NoDatabase() }
export default { Pool, Client, types }
