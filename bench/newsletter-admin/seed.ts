import type pg from 'pg'

/**
 * Inserts subscribers of the last three years: most of them active, some unsubscribed, a few suppressed, each with the
 * events of subscribing and unsubscribing.
 */
export async function seedSubscribers(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into subscribers (email, first_name, last_name, status, frequency, created_at)
     select 'reader' || n || '@' || (array['example.com', 'mail.example', 'post.example'])[1 + n % 3],
       (array['Ada', 'Grace', 'Émile', 'Zoë', 'Linus', ''])[1 + n % 6], (array['Lovelace', 'Hopper', 'Zola', 'Ångström', ''])[1 + n % 5],
       (case when n % 100 = 0 then 'suppressed' when n % 11 = 0 then 'unsubscribed' when n % 50 = 1 then 'pending' else 'subscribed' end)::subscriber_status,
       (case when n % 20 = 0 then 'monthly' else 'weekly' end)::newsletter_frequency, now() - n * interval '15 minutes'
     from generate_series(1, $1::int) n`,
    [count],
  )
  await database.query(
    `insert into subscriber_events (subscriber_id, kind, detail, at)
     select id, 'signed-up', 'form landing, consent 1', created_at from subscribers
     union all select id, 'unsubscribed', 'one-click', created_at + interval '30 days' from subscribers where status = 'unsubscribed'`,
  )
}

/** Inserts hashes of suppressed addresses, and as many of erased ones. */
export async function seedSuppressions(database: pg.Client): Promise<void> {
  await database.query(
    `insert into suppressions (email_hash, reason, at)
     select email_hash, 'bounce', now() from subscribers where status = 'suppressed'
     union all select left(md5(id::text), 32), 'erased', now() from subscribers where status = 'suppressed'`,
  )
}

/** Inserts a draft issue. Its recipients are counted each time it is displayed. */
export async function seedDraft(database: pg.Client): Promise<void> {
  await database.query(
    `insert into newsletter_issues (slug, title, content, created_by, created_at, updated_at) values ('next', 'Next', $1::jsonb, 'bench', now(), now())`,
    [JSON.stringify(content)],
  )
}

/**
 * Inserts sent issues with one copy for each subscriber, a third of them opened and some clicked, some by bots, and
 * with the totals that sending stores.
 */
export async function seedSentIssues(database: pg.Client, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    // The site adds up what is sent by itself: it must not see half of an issue.
    await database.query('begin')
    const { rows } = await database.query<{ id: string }>(
      `insert into newsletter_issues (slug, title, status, content, created_by, created_at, updated_at, started_at, sent_at, candidates, planned)
       select 'letter-' || $1::int, 'Letter ' || $1::int, 'sent', $2::jsonb, 'bench', at, at, at, at, people.count, people.count
       from (select now() - $1::int * interval '7 days' as at) t, (select count(*)::int from subscribers) people returning id`,
      [number, JSON.stringify(content)],
    )
    const id = rows[0]!.id
    await database.query(
      `insert into newsletter_deliveries (issue_id, subscriber_id, email, state, attempts, due_at, sent_at, opened_at, clicked_at, machine_opened_at)
       select $1, id, email, 'sent', 1, at, at, case when n % 3 = 0 then at + n % 3000 * interval '1 minute' end,
         case when n % 12 = 0 then at + n % 3000 * interval '1 minute' end, case when n % 5 = 1 then at + interval '2 seconds' end
       from (select id, email, row_number() over (order by id) as n, now() - $2::int * interval '7 days' as at from subscribers) s`,
      [id, number],
    )
    await database.query(
      `insert into newsletter_issue_aggregates (issue_id, delivered, bounced, complained, "left", human_opens, unsure_opens, machine_opens,
         human_clicks, unsure_clicks, machine_clicks)
       select $1, count(*), 0, 0, 0, count(opened_at), 0, count(machine_opened_at) filter (where opened_at is null), count(clicked_at), 0, 0
       from newsletter_deliveries where issue_id = $1`,
      [id],
    )
    await database.query(
      `insert into newsletter_engagement_hours (issue_id, hour, opens, clicks)
       select $1, date_trunc('hour', opened_at), count(*), count(clicked_at) from newsletter_deliveries
       where issue_id = $1 and opened_at is not null group by 2`,
      [id],
    )
    await database.query('commit')
  }
}

const content = {
  content: '',
  html_content: '<p>A letter.</p>',
  summary: 'A letter.',
  preheader: '',
  featured_sources: [],
  key_insights: [],
  ai_insights: [],
  freemium_tools: [],
  written_by: 'bench',
}
