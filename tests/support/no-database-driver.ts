/* Replaces `pg` and PGlite in the pure stage; see no-database.ts. */

/** Base class that throws when a database is opened in the pure stage. */
class NoDatabase {
  constructor() {
    throw new Error('This test opens a database, which the pure stage does not have. Name the file *.feature.test.ts.')
  }
}

export class Pool extends NoDatabase {}
export class Client extends NoDatabase {}
/** Table definitions read types when loaded, without opening a database. */
export const types = { setTypeParser() {}, getTypeParser: () => String, builtins: {} }
export default { Pool, Client, types }

export class PGlite extends NoDatabase {
  static readonly defaultStartParams: string[] = []
  static async create(): Promise<PGlite> {
    return new PGlite()
  }
}
export class NodeFS extends NoDatabase {}
