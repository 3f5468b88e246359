-- For tests: what `billing distribute` asks of Citus, on plain PostgreSQL. A distributed table becomes one that is
-- partitioned by the hash of its column, so a key without that column is refused here as it is there.
create table citus_tables (table_name regclass, citus_table_type text, shard_count int);
create table pg_dist_node (groupid int, nodename text, nodeport bigint);

create function citus_is_coordinator() returns boolean language sql stable as 'select true';

create function citus_get_active_worker_nodes(out node_name text, out node_port bigint) returns setof record
  language sql stable as 'select nodename, nodeport from pg_dist_node where groupid > 0';

create function run_command_on_all_nodes(command text, out nodeid int, out success boolean, out result text)
  returns setof record language plpgsql as $$
begin
  execute command;
  return query select 1, true, 'ALTER DATABASE';
exception when others then
  return query select 1, false, sqlerrm;
end $$;

create function create_reference_table(name regclass) returns void language sql as
  $$ insert into citus_tables values (name, 'reference', 1) $$;

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
