-- For tests: what `billing distribute` asks of Citus, on plain PostgreSQL. A distributed table becomes one that is
-- partitioned by the hash of its column, so a key without that column is refused here as it is there.
create table citus_tables (table_name regclass, citus_table_type text, shard_count int);
create table pg_dist_node (groupid int, nodename text, nodeport bigint, nodeid int generated always as identity);

create function citus_is_coordinator() returns boolean language sql stable as 'select true';

create function citus_get_active_worker_nodes(out node_name text, out node_port bigint) returns setof record
  language sql stable as 'select nodename, nodeport from pg_dist_node where groupid > 0';

-- A node's session has the limits of its database, and takes definitions only when it need not hand them on.
create function run_command_on_all_nodes(
  command text, give_warning_for_connection_errors boolean, out nodeid int, out success boolean, out result text
) returns setof record language plpgsql set lock_timeout = 0 set client_connection_check_interval = 0 as $$
declare
  setting text;
begin
  foreach setting in array coalesce((
    select setconfig from pg_db_role_setting
    where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())), '{}') loop
    perform set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true);
  end loop;
  nodeid := 1;
  success := true;
  if command ilike 'select %' then
    execute command into result;
  else
    execute command;
    if command ilike '%alter database%' and current_setting('citus.enable_ddl_propagation', true) is distinct from 'off' then
      raise exception 'operation is not allowed on this node';
    end if;
  end if;
  return next;
exception when others then
  return query select 1, false, sqlerrm;
end $$;

-- A write of a reference table locks it, then the tables that it refers to, on every node. Two transactions that write
-- these before and after would wait for each other.
create function check_order_of_writes() returns trigger language plpgsql as $$
declare
  written text[] := string_to_array(current_setting('stand_in.written', true), ' ');
begin
  if exists (select 1 from pg_constraint where confrelid = tg_relid and conrelid::regclass::text = any(written))
    and tg_table_name <> all(written) then
    raise exception 'a cluster may deadlock: "%" is written after a table that refers to it', tg_table_name;
  end if;
  perform set_config('stand_in.written', concat_ws(' ', current_setting('stand_in.written', true), tg_table_name), true);
  return null;
end $$;

create function create_reference_table(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger check_order_of_writes before insert or update or delete on %s
    for each statement execute function check_order_of_writes()', name);
  insert into citus_tables values (name, 'reference', 1);
end $$;

create function create_distributed_table(
  old regclass, by text, distribution_type text default 'hash', colocate_with text default 'default', shard_count int default null
) returns void language plpgsql as $$
declare
  name text := old::text;
  shards int := coalesce(shard_count, (select t.shard_count from citus_tables as t where t.table_name::text = colocate_with));
  keys text[] := array(
    select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = old order by contype = 'f');
  indexes text[] := array(
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = old
      and not exists (select from pg_constraint where conindid = indexrelid));
  statement text;
begin
  if exists (select from pg_constraint where confrelid = old) then
    raise exception 'relation "%" is referenced by a foreign key from a local table', name;
  end if;
  execute format('alter table %I rename to %I', name, name || '_local');
  execute format('create table %I (like %I including defaults) partition by hash (%I)', name, name || '_local', by);
  for shard in 0 .. shards - 1 loop
    execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
      name || '_' || shard, name, shards, shard);
  end loop;
  execute format('insert into %I select * from %I', name, name || '_local');
  execute format('drop table %I', name || '_local');
  foreach statement in array keys || indexes loop
    execute statement;
  end loop;
  execute format('analyze %I', name);
  insert into citus_tables values (name::regclass, 'distributed', shards);
end $$;
