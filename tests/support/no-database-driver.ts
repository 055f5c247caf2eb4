/* Stands where `pg` and PGlite would be in the pure stage; see no-database.ts. */

/** Thrown at whoever opens a database in the pure stage, and as a mark of what is not there. */
class NoDatabase {
  constructor() {
    throw new Error('This test opens a database, which the pure stage does not have. Name the file *.feature.test.ts.')
  }
}

export class Pool extends NoDatabase {}
export class Client extends NoDatabase {}
/** Modules that describe tables read types when they are loaded, and open nothing. */
export const types = { setTypeParser() {}, getTypeParser: () => String, builtins: {} }
export default { Pool, Client, types }

export class PGlite extends NoDatabase {
  static readonly defaultStartParams: string[] = []
  static async create(): Promise<PGlite> {
    return new PGlite()
  }
}
export class NodeFS extends NoDatabase {}
