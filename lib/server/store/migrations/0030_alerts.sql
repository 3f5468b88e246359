DROP TABLE "console"."alert_deliveries" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_emails" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_events" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_searches" CASCADE;--> statement-breakpoint
DROP TABLE "console"."alert_subscribers" CASCADE;--> statement-breakpoint
DROP TABLE "console"."webhooks" CASCADE;