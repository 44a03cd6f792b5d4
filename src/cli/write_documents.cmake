# SPDX-License-Identifier: GPL-3.0-or-later

# Writes what the program says of itself: man pages, English and Chinese, and shell completions.
#
#     cmake -D PROGRAM=bin/qipu -D FOLDER=documents -P write_documents.cmake
#
# They are asked for at installation, so that daily builds need not wait for them.

file(REMOVE_RECURSE ${FOLDER})

# Runs the program and keeps what it prints.
function(write file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

function(write_manual language folder)
  write(${folder}/qipu.1 --lang ${language} help --man)
  # The first page lists the others, as in ".BR qipu\-book\-build (1)".
  file(STRINGS ${FOLDER}/${folder}/qipu.1 references REGEX "^\\.BR qipu")
  if(NOT references)
    message(FATAL_ERROR "qipu.1 lists no command")
  endif()
  foreach(reference IN LISTS references)
    string(REGEX REPLACE "^\\.BR ([^ ]+) \\(1\\).*" "\\1" page ${reference})
    string(REPLACE "\\-" "-" page ${page})
    string(REGEX REPLACE "^qipu-" "" command ${page})
    string(REPLACE "-" ";" command ${command})
    write(${folder}/${page}.1 --lang ${language} help --man ${command})
  endforeach()
endfunction()

write_manual(en man/man1)
write_manual(zh man/zh_CN/man1)
write(bash-completion/completions/qipu completions bash)
write(zsh/site-functions/_qipu completions zsh)
write(fish/vendor_completions.d/qipu.fish completions fish)
