CREATE TABLE "token_price_points" (
	"mint" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"price_usd" double precision NOT NULL,
	CONSTRAINT "token_price_points_mint_at_pk" PRIMARY KEY("mint","at")
);
--> statement-breakpoint
CREATE TABLE "token_price_sources" (
	"name" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp with time zone,
	"trouble" text DEFAULT '' NOT NULL,
	"failing_since" timestamp with time zone,
	"rest_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "token_price_turns" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_prices" (
	"symbol" text PRIMARY KEY NOT NULL,
	"mint" text NOT NULL,
	"price_usd" double precision NOT NULL,
	"change_24h" double precision,
	"liquidity_usd" double precision,
	"source" text NOT NULL,
	"pool_venue" text DEFAULT '' NOT NULL,
	"pool_address" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
