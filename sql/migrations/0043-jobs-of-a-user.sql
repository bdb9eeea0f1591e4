-- 0043: the jobs of a user, for its deletion: a job that has ended is kept for an hour, and names its user.
-- squawk-ignore-file require-concurrent-index-creation

create index job_user_id_idx on auth_queue.job ((data ->> 'user_id'));
