CREATE TABLE "newsletter_reading_hours" (
	"issue_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"opens" integer NOT NULL,
	"clicks" integer NOT NULL,
	CONSTRAINT "newsletter_reading_hours_issue_id_hour_pk" PRIMARY KEY("issue_id","hour")
);
--> statement-breakpoint
CREATE TABLE "newsletter_tallies" (
	"issue_id" uuid PRIMARY KEY NOT NULL,
	"delivered" integer NOT NULL,
	"bounced" integer NOT NULL,
	"complained" integer NOT NULL,
	"left" integer NOT NULL,
	"human_opens" integer NOT NULL,
	"unsure_opens" integer NOT NULL,
	"machine_opens" integer NOT NULL,
	"human_clicks" integer NOT NULL,
	"unsure_clicks" integer NOT NULL,
	"machine_clicks" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "newsletter_readings" ADD COLUMN "issue_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_reading_hours" ADD CONSTRAINT "newsletter_reading_hours_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_tallies" ADD CONSTRAINT "newsletter_tallies_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_reading_hours_when" ON "newsletter_reading_hours" USING btree ("hour");--> statement-breakpoint
ALTER TABLE "newsletter_readings" ADD CONSTRAINT "newsletter_readings_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriber_events_when" ON "subscriber_events" USING btree ("at","kind");--> statement-breakpoint
CREATE INDEX "newsletter_readings_links" ON "newsletter_readings" USING btree ("issue_id","kind","link_number");