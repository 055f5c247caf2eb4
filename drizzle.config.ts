import { defineConfig } from 'drizzle-kit'

/** Each feature declares its own tables; `npm run db:generate` writes their changes as SQL, which is to be reviewed. */
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
