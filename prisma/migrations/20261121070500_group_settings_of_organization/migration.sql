-- Permission settings of organizations and groups hold anonymous groups too, made in the one way there is.
GRANT EXECUTE ON FUNCTION anonymous_group(integer, integer[], integer[]) TO parley_organization;
