import { defineConfig } from 'drizzle-kit'

/** Tables live in the rooms that own them; `npm run db:generate` writes the difference as SQL to be reviewed. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './platform/admin/tables.ts',
    './platform/backup/tables.ts',
    './platform/admin/second-step/tables.ts',
    './platform/mailer/tables.ts',
    './platform/rate-limit-table.ts',
    './platform/processes/tables.ts',
    './platform/content-edits/tables.ts',
    './features/*/server/tables.ts',
    './features/*/server/*/tables.ts',
  ],
  out: './db/migrations',
})
